// Tests of the play logic without a browser: moves, messages, saved games, links, statistics.

import assert from "node:assert/strict";
import { test } from "node:test";
import { candidatesOf, clashing, digitsIn, digitsOf, layoutOf, lineOf } from "../static/common/layout.js";
import { deflateRawSync } from "node:zlib";
import { fromFragment, gameOf, linkOf, puzzleOf, validGame } from "../static/play/exchange.js";
import { clockText, digitsOn, elapsed, isFilled, newGame, reduce, remaining, run, stop, tick } from "../static/play/game.js";
import { keyCommand } from "../static/play/input.js";
import { endMessage, endOf, moveMessage, outcomeOf } from "../static/play/messages.js";
import { reduce as reduceState, state as firstState } from "../static/play/state.js";
import { savedGame, settings as savedSettings, summary } from "../static/play/storage.js";
import { viewOf } from "../static/play/view.js";
import { beliefFrames, readout, replay } from "../static/lab/frames.js";
import { errorCounts, newShidoku } from "../static/papers/wu.js";
import { readBoard } from "../static/papers/entry.js";
import { verdict } from "../static/papers/matlab.js";

const PROPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const nine = () => newGame({ layout: "9", clues: digitsOf(PROPER, 9) });
const four = () => newGame({ layout: "4", clues: digitsOf("..4.1......3.1..", 4) });
const all = (game, ...actions) => actions.reduce(reduce, game);
globalThis.location = { origin: "http://127.0.0.1" };

test("a clue cannot be overwritten, marked or cleared", () => {
  const game = nine();
  for (const action of [{ do: "digit", cells: [0], digit: 1 }, { do: "centre", cells: [0], digit: 1 }, { do: "clear", cells: [0] }]) {
    assert.equal(reduce(game, action), game);
  }
});

test("entering the same digit again removes it and shows the marks beneath", () => {
  const game = all(nine(), { do: "centre", cells: [2], digit: 1 }, { do: "digit", cells: [2], digit: 4 });
  assert.equal(game.digits[2], 4);
  const again = reduce(game, { do: "digit", cells: [2], digit: 4 });
  assert.equal(again.digits[2], 0);
  assert.deepEqual(digitsIn(again.centre[2]), [1]);
});

test("a mark is added to all cells, or removed if all have it", () => {
  let game = all(nine(), { do: "corner", cells: [2], digit: 1 }, { do: "corner", cells: [2, 3], digit: 1 });
  assert.deepEqual([game.corner[2], game.corner[3]], [1, 1]);
  game = reduce(game, { do: "corner", cells: [2, 3], digit: 1 });
  assert.deepEqual([game.corner[2], game.corner[3]], [0, 0]);
});

test("clear removes digits first, then marks, then colours", () => {
  let game = all(nine(), { do: "colour", cells: [2], digit: 3 }, { do: "centre", cells: [2], digit: 1 }, { do: "digit", cells: [2], digit: 4 });
  const state = () => [game.digits[2], game.centre[2], game.colour[2]];
  game = reduce(game, { do: "clear", cells: [2] });
  assert.deepEqual(state(), [0, 1, 4]);
  game = reduce(game, { do: "clear", cells: [2] });
  assert.deepEqual(state(), [0, 0, 4]);
  game = reduce(game, { do: "clear", cells: [2] });
  assert.deepEqual(state(), [0, 0, 0]);
});

test("placing a digit removes the marks of its peers in the same move", () => {
  const filled = reduce(nine(), { do: "candidates" });
  const placed = reduce(filled, { do: "digit", cells: [2], digit: 4, tidy: true });
  const peers = layoutOf("9").peers[2];
  assert.ok(peers.some((cell) => filled.centre[cell] & 8));
  assert.ok(peers.every((cell) => !(placed.centre[cell] & 8)));
  assert.deepEqual(reduce(placed, { do: "undo" }).centre, filled.centre);
});

test("all moves can be undone and redone", () => {
  let seed = 7;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  let game = nine();
  const start = JSON.stringify([game.digits, game.corner, game.centre, game.colour]);
  for (let i = 0; i < 400; i++) {
    const cells = Array.from({ length: 1 + random(5) }, () => random(81));
    game = reduce(game, { do: ["digit", "corner", "centre", "colour", "clear"][random(5)], cells, digit: 1 + random(9), tidy: random(2) === 1 });
    if (i % 50 === 49) game = reduce(game, { do: "candidates" });
  }
  const end = JSON.stringify([game.digits, game.corner, game.centre, game.colour]);
  const moves = game.past.length;
  assert.ok(moves > 200);
  while (game.past.length) game = reduce(game, { do: "undo" });
  assert.equal(JSON.stringify([game.digits, game.corner, game.centre, game.colour]), start);
  while (game.future.length) game = reduce(game, { do: "redo" });
  assert.equal(game.past.length, moves);
  assert.equal(JSON.stringify([game.digits, game.corner, game.centre, game.colour]), end);
});

test("a new move clears the redo history", () => {
  const game = all(nine(), { do: "digit", cells: [2], digit: 4 }, { do: "undo" }, { do: "digit", cells: [2], digit: 1 });
  assert.equal(game.future.length, 0);
  assert.equal(reduce(game, { do: "redo" }), game);
});

test("solving is one move, marks the digits as the solver's, and completes the game", () => {
  const solution = digitsOf(SOLUTION, 9);
  const game = all(nine(), { do: "digit", cells: [2], digit: 4 }, { do: "solve", solution });
  assert.ok(game.done && game.solver);
  assert.deepEqual(digitsOn(game), solution);
  assert.equal(game.by[2], 0);
  assert.equal(game.by[3], 1);
  assert.deepEqual(reduce(game, { do: "undo" }).digits.filter(Boolean), [4]);
});

test("a full grid with a clash is not done", () => {
  const wrong = digitsOf(SOLUTION, 9);
  wrong[2] = 5;
  assert.equal(reduce(nine(), { do: "solve", solution: wrong }).done, false);
});

test("in setting mode, digits become clues and start fixes them", () => {
  let game = newGame({ layout: "4", setting: true });
  game = all(game, { do: "digit", cells: [0], digit: 3 }, { do: "digit", cells: [5], digit: 1 }, { do: "undo" });
  assert.deepEqual([game.clues[0], game.clues[5]], [3, 0]);
  const whole = digitsOf("1234341221434321", 4);
  const typed = whole.reduce((one, digit, cell) => reduce(one, { do: "digit", cells: [cell], digit }), newGame({ layout: "4", setting: true }));
  assert.deepEqual([typed.clues, typed.done], [whole, false]); // a full board of clues is not a solved game
  game = reduce(game, { do: "start" });
  assert.equal(reduce(game, { do: "digit", cells: [0], digit: 2 }), game);
  assert.equal(game.past.length, 0);
});

test("applying a hint removes candidates from the marks, after adding missing marks", () => {
  const left = candidatesOf(layoutOf("9"), digitsOf(PROPER, 9));
  const digit = digitsIn(left[2])[0];
  const game = reduce(nine(), { do: "drop", drops: [{ cell: 2, digit }] });
  assert.equal(game.centre[2], left[2] & ~(1 << (digit - 1)));
});

test("remaining counts of each digit", () => {
  assert.equal(remaining(four())[1], 2);
  assert.equal(remaining(four())[2], 4);
});

test("layouts: units, peers and clashes", () => {
  assert.equal(layoutOf("9").peers[0].length, 20);
  assert.equal(layoutOf("16").peers[0].length, 39);
  assert.equal(layoutOf("9+diagonals").peers[0].length, 26);
  assert.equal(layoutOf("9+windows").units.length, 31);
  assert.equal(layoutOf("6").boxOf[3], 1);
  assert.equal(layoutOf("3x2").boxOf[2], 1);
  const jigsaw = layoutOf("jigsaw:AAABBAACBBDCCCBDDCEEDDEEE");
  assert.equal(jigsaw.size, 5);
  assert.deepEqual([...clashing(layoutOf("9"), digitsOf("...1" + ".".repeat(9) + "1" + ".".repeat(67), 9))], [13, 3]);
  assert.throws(() => layoutOf("7"), /unknown layout/);
  assert.throws(() => layoutOf("9+rings"), /unknown layout part \+rings/);
  assert.throws(() => layoutOf("36"), /up to 25/);
});

test("the key table", () => {
  const press = (code, key, held = "") => ({ code, key, shiftKey: held.includes("S"), ctrlKey: held.includes("C"), metaKey: held.includes("M"), altKey: false });
  const nine = { size: 9 };
  const command = (...given) => keyCommand(press(...given), nine);
  assert.deepEqual(command("ArrowUp", "ArrowUp"), { name: "move", step: [-1, 0], extend: false });
  assert.equal(command("ArrowUp", "ArrowUp", "S").extend, true);
  assert.equal(command("ArrowUp", "ArrowUp", "C").extend, true);
  assert.deepEqual(command("Digit5", "5"), { name: "enter", digit: 5, mode: null });
  assert.equal(command("Digit5", "%", "S").mode, "corner");
  assert.equal(command("Digit5", "5", "C").mode, "centre");
  assert.equal(command("Digit5", "5", "M").mode, "centre");
  assert.equal(command("Digit5", "%", "CS").mode, "colour");
  assert.equal(command("Numpad5", "5").digit, 5);
  for (const code of ["Backspace", "Delete", "Digit0", "Numpad0"]) assert.equal(command(code, "").name, "clear");
  for (const [code, mode] of [["KeyZ", "digit"], ["KeyX", "corner"], ["KeyC", "centre"], ["KeyV", "colour"]]) assert.equal(command(code, "").mode, mode);
  assert.equal(command("Space", " ").name, "next-mode");
  assert.equal(command("KeyZ", "z", "C").name, "undo");
  assert.equal(command("KeyZ", "Z", "CS").name, "redo");
  assert.equal(command("KeyY", "y", "C").name, "redo");
  assert.equal(command("KeyA", "a", "C").name, "all");
  assert.equal(command("Escape", "Escape").name, "none");
  assert.equal(command("Enter", "Enter").name, "check");
  assert.equal(command("Slash", "?", "S").name, "hint");
  assert.equal(command("KeyP", "p").name, "pause");
  assert.equal(command("F1", "F1").name, "shortcuts");
  assert.equal(command("KeyW", "w", "C"), null);
  assert.equal(keyCommand({ ...press("Digit5", "5"), altKey: true }, nine), null);
  assert.equal(command("KeyW", "w"), null);
  assert.deepEqual(keyCommand(press("KeyW", "w"), { size: 9, wasd: true }).step, [-1, 0]);
  assert.equal(keyCommand(press("KeyW", "w", "C"), { size: 9, wasd: true }), null);
  assert.equal(keyCommand(press("KeyC", "c"), { size: 16 }).digit, 12);
  assert.equal(keyCommand(press("KeyC", "c", "C"), { size: 16 }), null);
});

test("a puzzle preserves the game with its history and clock", () => {
  const game = all(nine(), { do: "digit", cells: [2], digit: 4 }, { do: "corner", cells: [3], digit: 2 }, { do: "colour", cells: [3], digit: 2 }, { do: "undo" });
  game.clock = { spent: 5000, since: null };
  const back = gameOf(JSON.parse(JSON.stringify(puzzleOf(game))), game.id);
  assert.deepEqual({ ...back, done: false }, { ...game, info: { name: "" } });
});

test("unsent games are opened, also those of the earlier format", async () => {
  for (const key of ["puzzle", "sheet"]) {
    const pending = [{ id: "one", [key]: { layout: "9", clues: PROPER, placed: { r1c3: 4 } } }];
    globalThis.localStorage = { getItem: () => JSON.stringify(pending) };
    assert.equal((await savedGame("one")).digits[2], 4);
  }
  delete globalThis.localStorage;
});

test("a hostile puzzle cannot put anything but numbers on the board", () => {
  const puzzle = { layout: "4", clues: "..4.1......3.1..", play: { past: [{ changes: [["constructor", 0, 0, 1]] }], future: [], colour: ["<b>"], clock: { spent: "x" } } };
  const game = gameOf(puzzle);
  assert.deepEqual([game.past, game.colour[0], game.clock.spent], [[], 0, 0]);
  assert.throws(() => gameOf({ layout: "4", clues: "9..." }), /do not fit the layout 4/);
});

test("links preserve the puzzle or the whole game", async () => {
  const game = all(nine(), { do: "digit", cells: [2], digit: 4 }, { do: "centre", cells: [3], digit: 2 });
  const bare = await fromFragment(new URL(linkOf(game, false)).hash);
  assert.equal(lineOf(bare.clues), PROPER);
  assert.equal(bare.digits[2], 0);
  const whole = await fromFragment(new URL(linkOf(game, true)).hash);
  assert.deepEqual([whole.digits[2], whole.centre[3]], [4, 2]);
  const large = newGame({ layout: "16", clues: Array(256).fill(0).with(0, 16).with(1, 1) });
  assert.deepEqual((await fromFragment(new URL(linkOf(large, false)).hash)).clues, large.clues);
  assert.equal(await fromFragment("#elsewhere"), null);
});

const packed = (bytes) => Buffer.from(bytes).toString("base64url");

test("links from the export and the command line are read", async () => {
  const game = all(nine(), { do: "digit", cells: [2], digit: 4 });
  const back = await fromFragment(`#p=${packed(deflateRawSync(JSON.stringify(puzzleOf(game, true))))}`);
  assert.deepEqual([lineOf(back.clues), back.digits[2]], [PROPER, 4]);
});

test("a damaged link is rejected with a clear message", async () => {
  const bomb = packed(deflateRawSync(Buffer.alloc(3_000_000)));
  for (const link of ["#game=", "#game=!!", "#game=AAAA", "#p=AAAA", "#p=!", `#p=${bomb}`]) {
    await assert.rejects(fromFragment(link), /the link is damaged/, link.slice(0, 20));
  }
  const puzzle = (part) => `#game=${packed(JSON.stringify({ layout: "9", clues: PROPER, ...part }))}`;
  await assert.rejects(fromFragment(puzzle({ placed: { r1c3: 99 } })), /r1c3 has 99, expected a digit from 1 to 9/);
  await assert.rejects(fromFragment(puzzle({ placed: { r1c3: "4" } })), /r1c3 has "4"/);
  await assert.rejects(fromFragment(puzzle({ placed: { r1c1: 4 } })), /r1c1 has both a clue and an entry/);
  await assert.rejects(fromFragment(puzzle({ placed: { r0c1: 4 } })), /not a cell/);
  await assert.rejects(fromFragment(puzzle({ marks: { centre: { r1c3: 4 } } })), /not a list/);
  await assert.rejects(fromFragment(puzzle({ marks: { corner: { r1c3: [0] } } })), /r1c3 has 0/);
  await assert.rejects(fromFragment(puzzle({ meta: { name: {} } })), /the puzzle’s name is {}, expected a text/);
  await assert.rejects(fromFragment(puzzle({ clues: 7 })), /clues is 7/);
  await assert.rejects(fromFragment(`#game=${packed("null")}`), /not a puzzle/);
  await assert.rejects(fromFragment("#puzzle=123&layout=9"), /does not fit the layout 9/);
});

test("invalid page data in a puzzle is ignored", () => {
  const past = [{ label: "x", changes: [["digits", 2, 0, 99]] }];
  const puzzle = (play) => gameOf({ layout: "9", clues: PROPER, play });
  assert.deepEqual(puzzle({ past, future: [] }).past, []);
  assert.deepEqual(puzzle({ past: [null], future: [] }).past, []);
  assert.deepEqual(puzzle({ past: [{ changes: [["digits", 1.5, 0, 1]] }], future: [] }).past, []);
  assert.deepEqual(puzzle({ past: [{ changes: [], was: { spent: "x" } }], future: [] }).past, []);
  assert.deepEqual(puzzle({ info: { name: {}, level: 7, seed: 3, other: "x" } }).info, { name: "", seed: 3 });
  assert.equal(puzzle({ colour: Array(81).fill(-1) }).colour[0], 0);
  assert.equal(puzzle({ hints: -3 }).hints, 0);
});

test("a damaged game in the browser is rejected", () => {
  const game = { ...all(nine(), { do: "digit", cells: [2], digit: 4 }, { do: "restart" }), paused: true };
  assert.deepEqual(validGame(JSON.parse(JSON.stringify(game))), { ...game, solution: null });
  for (const part of [{ layout: 9 }, { clues: [1] }, { digits: undefined }, { centre: Array(81).fill("x") }, { digits: Array(81).fill(10) }]) {
    assert.throws(() => validGame({ ...game, ...part }), /damaged/, JSON.stringify(part).slice(0, 40));
  }
  assert.throws(() => validGame({ ...game, layout: "8x8x8" }), /unknown layout/);
  const odd = validGame({ ...game, past: 7, future: "x", clock: null, info: null, id: "../x", solution: [1], hints: "2" });
  assert.deepEqual([odd.past, odd.clock.spent, odd.info, odd.solution, odd.hints], [[], 0, {}, null, 0]);
  assert.match(odd.id, /^g/);
});

test("restart resets the score, and undo restores entries, score and time", () => {
  const solution = digitsOf(SOLUTION, 9);
  const solved = { ...all(nine(), { do: "solve", solution }), counted: true, hints: 2, clock: { spent: 5000, since: null } };
  const again = reduce(solved, { do: "restart" });
  assert.deepEqual([again.solver, again.counted, again.hints, again.done, again.clock.spent], [false, false, 0, false, 0]);
  const back = reduce({ ...again, clock: { spent: 1000, since: null } }, { do: "undo" });
  assert.deepEqual([back.solver, back.counted, back.hints, back.done, back.clock.spent], [true, true, 2, true, 6000]);
  assert.deepEqual(reduce(back, { do: "redo" }).clock, { spent: 0, since: null });
  const byHand = { ...nine(), counted: true, clock: { spent: 5000, since: null } };
  assert.deepEqual([reduce(byHand, { do: "restart" }).counted, reduce(byHand, { do: "restart" }).clock.spent], [true, 0]);
});

test("messages about moves", () => {
  const settings = { conflicts: true, letters: true };
  const after = (game, action, set = settings) => moveMessage(game, reduce(game, action), action, set)?.text;
  const digit = (cells, digit) => ({ do: "digit", cells, digit });
  assert.equal(after(nine(), digit([2], 5)), "5 in r1c3 clashes with r1c1.");
  assert.equal(after(nine(), digit([2, 3], 5)), "5 clashes in r1c1, r1c3, r1c4 and r2c6.");
  assert.equal(after(nine(), digit([2], 4)), undefined);
  assert.equal(after(nine(), digit([2], 5), { conflicts: false }), undefined);
  assert.equal(after(reduce(nine(), digit([2], 5)), digit([2], 5)), undefined); // removed again
  assert.equal(after(nine(), digit([0], 4)), "r1c1 is a clue; it can’t be changed.");
  assert.equal(after(nine(), { do: "clear", cells: [0, 1] }), "These cells are clues; they can’t be changed.");
  assert.equal(after(nine(), { do: "undo" }), undefined);
  const solution = digitsOf(SOLUTION, 9);
  const nearly = all(nine(), { do: "solve", solution }, { do: "clear", cells: [2] });
  assert.match(after(nearly, digit([2], 1)), /^The board is full but not correct/);
  assert.equal(after(nearly, digit([2], 4)), undefined);
});

test("the result shows time, hints, best and average", () => {
  const one = { layout: "9", level: "easy", hints: 0, solver: false };
  const before = [{ ...one, seconds: 100 }, { ...one, seconds: 5, level: "hard" }, { ...one, seconds: 1, solver: true }];
  const end = (seconds, hints) => endMessage(endOf({ ...one, seconds, hints }, [...before, { ...one, seconds, hints }], 0));
  assert.equal(end(50, 1), "Solved in 0:50, with 1 hint. Well done! This is your best time; your average over 2 games is 1:15.");
  assert.equal(end(200, 0), "Solved in 3:20, with no hints. Well done! Your best time is 1:40; your average over 2 games is 2:30.");
  assert.equal(endMessage(endOf({ ...one, seconds: 7, hints: 2 }, [], 0)), "Solved in 0:07, with 2 hints. Well done!");
});

test("the result shows the same time as the clock", () => {
  for (const time of [999, 1000, 1999, 59_999]) {
    assert.equal(clockText(outcomeOf(nine(), time).seconds * 1000), clockText(time));
  }
});

test("time asleep is not counted", () => {
  const clock = { spent: 1000, since: 10_000 };
  assert.deepEqual(tick(clock, 10_500), { spent: 1500, since: 10_500 });
  assert.deepEqual(tick(clock, 999_000), { spent: 1000, since: 999_000 });
  assert.deepEqual(tick(clock, 9000), { spent: 1000, since: 9000 });
  assert.deepEqual(tick({ spent: 5, since: null }, 999_000), { spent: 5, since: null });
});

test("the clock starts, stops and never goes back", () => {
  let clock = run({ spent: 0, since: null }, 1000);
  assert.equal(elapsed(clock, 3500), 2500);
  clock = stop(clock, 3500);
  assert.equal(elapsed(clock, 99999), 2500);
  assert.equal(elapsed(run(clock, 5000), 1000), 2500);
  assert.deepEqual([clockText(0), clockText(67000), clockText(3723000)], ["0:00", "1:07", "1:02:03"]);
});

test("the board shows labels, clashes, and marks in fixed places", () => {
  const settings = { conflicts: true, peers: true, same: true, letters: true, fixedPlaces: true };
  const game = all(nine(), { do: "digit", cells: [2], digit: 5 }, { do: "corner", cells: [3], digit: 6 }, { do: "centre", cells: [5], digit: 1 });
  const view = { selection: new Set([2]), focus: 2, wrong: new Set(), hint: null, picked: 0 };
  const { cells } = viewOf(game, view, settings);
  assert.equal(cells[0].label, "5, clue, clashes, row 1 column 1, box 1");
  assert.equal(cells[2].label, "5, clashes, row 1 column 3, box 1");
  assert.equal(cells[5].label, "empty, centre marks 1, row 1 column 6, box 2");
  assert.deepEqual([cells[3].corner, cells[3].fixed, cells[3].inPlace], [32, true, false]);
  assert.ok(viewOf(reduce(game, { do: "candidates" }), view, { ...settings, inPlace: "filled" }).cells[5].inPlace);
  const paused = viewOf({ ...game, paused: true }, view, settings);
  assert.ok(paused.cells.every((cell) => !cell.text && /^hidden, row \d column \d, box \d$/.test(cell.label)));
  assert.ok(cells[0].readonly && !cells[2].readonly && cells[2].invalid);
});

const played = (state, ...actions) => actions.reduce((one, action) => reduceState(one, { now: 1000, hidden: false, ...action }), state);

function freeze(value) {
  if (value && typeof value === "object" && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

test("no reducer of the page changes its state in place", () => {
  const cells = [2, 3];
  const actions = [
    { do: "open", game: nine(), text: "Opened." }, { do: "select", cells, focus: 2 }, { do: "digit", cells: [2], digit: 4, tidy: true },
    { do: "corner", cells, digit: 1 }, { do: "centre", cells, digit: 2 }, { do: "colour", cells, digit: 3 }, { do: "candidates" },
    { do: "candidates", all: true }, { do: "clear", cells }, { do: "undo" }, { do: "redo" }, { do: "drop", drops: [{ cell: 5, digit: 1 }] },
    { do: "hint", hint: { message: "Look." } }, { do: "select", cells: [5], focus: 5, fold: true }, { do: "fold", folded: false },
    { do: "wrong", cells }, { do: "pick", digit: 3 }, { do: "mode", mode: "corner" }, { do: "hold", mode: "centre" },
    { do: "settings", changes: { letters: false } }, { do: "sync", game: nine() }, { do: "deselect" }, { do: "close", card: "end" },
    { do: "pause", paused: true }, { do: "pause", paused: false }, { do: "tick" }, { do: "clock" }, { do: "update", changes: { hints: 1 } },
    { do: "restart" }, { do: "solve", solution: digitsOf(SOLUTION, 9) }, { do: "finish", end: { from: 2 } }, { do: "message", text: "x", until: "move" },
  ];
  actions.reduce((state, action) => freeze(played(state, action)), freeze(firstState));
});

test("every action is announced, unless a message says the same", () => {
  const spoken = (...actions) => played(firstState, { do: "open", game: nine() }, ...actions).spoken.text;
  const place = { do: "digit", cells: [2], digit: 4 };
  assert.equal(spoken(place), "4 placed in row 1 column 3.");
  assert.equal(spoken(place, place), "4 removed from row 1 column 3.");
  assert.equal(spoken({ do: "corner", cells: [2, 3], digit: 1 }), "Corner mark 1 added in 2 cells.");
  assert.equal(spoken({ do: "centre", cells: [2], digit: 1 }, { do: "centre", cells: [2], digit: 1 }), "Centre mark 1 removed from row 1 column 3.");
  assert.equal(spoken({ do: "colour", cells: [2], digit: 3 }), "Colour 3 added in row 1 column 3.");
  assert.equal(spoken(place, { do: "clear", cells: [2] }), "Erased in row 1 column 3.");
  assert.equal(spoken(place, { do: "undo" }), "Undone: digit 4.");
  assert.equal(spoken(place, { do: "undo" }, { do: "redo" }), "Redone: digit 4.");
  assert.equal(spoken({ do: "mode", mode: "corner" }), "Corner marks.");
  assert.equal(spoken({ do: "select", cells: [2, 3], focus: 2 }), "2 cells selected.");
  assert.equal(spoken({ do: "pause", paused: true }, { do: "pause", paused: false }), "Resumed.");
  const clash = played(firstState, { do: "open", game: nine() }, { do: "digit", cells: [2], digit: 5 });
  assert.deepEqual([clash.spoken.text, /clashes/.test(clash.message.text)], ["", true]);
});

test("filling candidates again keeps what the player removed, and offers to fill all", () => {
  const filled = played(firstState, { do: "open", game: nine() }, { do: "candidates" });
  assert.ok(isFilled(filled.game) && !isFilled(nine()));
  const removed = played(filled, { do: "centre", cells: [2], digit: 4 });
  const again = played(removed, { do: "candidates" });
  assert.deepEqual(again.game.centre, removed.game.centre);
  assert.match(again.message.text, /stay removed/);
  assert.deepEqual(played(again, again.message.action.do).game.centre, filled.game.centre);
});

test("a game saved by another tab replaces this one, with the longer time", () => {
  const here = played(firstState, { do: "open", game: nine() }, { do: "hint", hint: { message: "Look." } });
  const there = reduce({ ...here.game, clock: { spent: 5000, since: null } }, { do: "digit", cells: [2], digit: 4 });
  const after = played(here, { do: "sync", game: there });
  assert.deepEqual([after.game.digits[2], after.game.clock.spent, after.view.hint], [4, 5000, null]);
  assert.equal(played(here, { do: "sync", game: nine() }), here); // another game
});

test("a message lasts until it may no longer be true", () => {
  const clue = played(firstState, { do: "open", game: nine() }, { do: "digit", cells: [0], digit: 5 });
  assert.match(clue.message.text, /r1c1 is a clue/);
  assert.equal(played(clue, { do: "select", cells: [3], focus: 3 }).message, null);
  const clash = played(firstState, { do: "open", game: nine() }, { do: "digit", cells: [2], digit: 5 });
  assert.match(clash.message.text, /clashes with r1c1/);
  assert.equal(played(clash, { do: "undo" }).message, null);
  assert.match(played(clash, { do: "select", cells: [3] }).message.text, /clashes/);
});

test("a paused game ignores moves and says so", () => {
  const paused = played(firstState, { do: "open", game: nine() }, { do: "pause", paused: true });
  const after = played(paused, { do: "digit", cells: [2], digit: 4 });
  assert.equal(after.game, paused.game);
  assert.equal(after.message.text, "Paused. Press Resume to continue.");
  assert.deepEqual(played(paused, { do: "pause", paused: true }), paused);
});

test("the clock of the page runs while the game is played and visible", () => {
  const opened = played(firstState, { do: "open", game: nine() });
  assert.equal(opened.game.clock.since, 1000);
  const hidden = played(opened, { do: "clock", now: 3000, hidden: true });
  assert.deepEqual(hidden.game.clock, { spent: 2000, since: null });
  const solved = played(opened, { do: "solve", solution: digitsOf(SOLUTION, 9), now: 4000 });
  assert.deepEqual([solved.game.clock, solved.game.counted, solved.game.done], [{ spent: 3000, since: null }, true, true]);
});

test("settings saved by older versions are read", () => {
  globalThis.localStorage = { getItem: () => JSON.stringify({ palette: "usual", wasd: true, timer: "no" }) };
  const read = savedSettings();
  delete globalThis.localStorage;
  assert.deepEqual([read.palette, read.wasd, read.timer], ["usual", true, true]); // any palette but colour-blind is the standard one
});

test("statistics ignore games solved by the solver", () => {
  const one = { layout: "9", level: "easy", hints: 0, solver: false };
  const rows = summary([{ ...one, seconds: 100 }, { ...one, seconds: 50, hints: 2 }, { ...one, seconds: 1, solver: true }]);
  assert.deepEqual(rows.map(({ solved, unaided, best, mean }) => [solved, unaided, best, mean]), [[2, 1, 50, 75]]);
});

test("a search is replayed to any step, and undo removes everything after a guess", () => {
  const clues = digitsOf("..4.1......3.1..", 4);
  const steps = [{ event: "place", cell: 0, digit: 3 }, { event: "guess", cell: 1, digit: 2 }, { event: "place", cell: 3, digit: 1 }, { event: "undo" }, { event: "guess", cell: 3, digit: 1 }];
  const at = (count) => replay(clues, steps, count, (cell) => cell);
  assert.equal(lineOf(at(3).digits), "32411......3.1..");
  assert.equal(lineOf(at(4).digits), "3.4.1......3.1..");
  assert.deepEqual(at(4).latest, [1, 3]);
  assert.deepEqual(at(5).counts, { place: 2, guess: 2, undo: 1, depth: 1, deepest: 1 });
  const nested = [{ event: "guess", cell: 0, digit: 3 }, { event: "guess", cell: 1, digit: 2 }, { event: "undo" }, { event: "undo" }];
  assert.equal(lineOf(replay(clues, nested, 3, (cell) => cell).digits), "3.4.1......3.1..");
  assert.equal(lineOf(replay(clues, nested, 4, (cell) => cell).digits), "..4.1......3.1..");
  assert.equal(replay(clues, nested, 3, (cell) => cell).counts.depth, 1);
});

test("beliefs come with the notes before them, the last with all notes", () => {
  const note = (name, value) => ({ event: "note", name, value });
  const events = [note("beta", 0.1), { event: "belief", values: [[1]] }, note("beta", 0.2), { event: "belief", values: [[0]] }, note("box_errors", 0)];
  assert.deepEqual(beliefFrames(events).map(({ notes }) => notes), [{ beta: 0.1 }, { beta: 0.2, box_errors: 0 }]);
  assert.deepEqual(readout([note("beta", 0.100905), note("converge", 0.111171), note("box_errors", 0)]), ["Beta=0.100905 converge=0.111171", "block checking: 0 errors"]);
});

test("the lecture's New button and error counts", () => {
  for (let i = 0; i < 50; i++) {
    const digits = newShidoku();
    assert.deepEqual(digits.filter(Boolean).sort(), [1, 2, 3, 4]);
    assert.equal(clashing(layoutOf("4"), digits).size, 0);
  }
  assert.deepEqual(errorCounts(digitsOf("1234341221434321", 4), "4"), { row: 0, column: 0, block: 0 });
  assert.deepEqual(errorCounts(digitsOf("1234341221434322", 4), "4"), { row: 1, column: 1, block: 1 });
});

test("the MATLAB game's messages", () => {
  const typed = (cell, text) => Array(81).fill("").with(cell, text);
  assert.equal(readBoard(typed(12, "x"), 9).fault, "Non numeric value found at row: 2, column: 4");
  assert.equal(readBoard(typed(12, "10"), 9).fault, "Invalid input found at row: 2, column: 4");
  assert.equal(readBoard(typed(80, "0"), 9).fault, "Invalid input found at row: 9, column: 9");
  assert.equal(readBoard(Array(16).fill("").with(3, "5"), 4).fault, "Invalid input found at row: 1, column: 4");
  assert.equal(readBoard(typed(0, "exit()"), 9).fault, "Non numeric value found at row: 1, column: 1");
  assert.deepEqual(verdict(digitsOf(SOLUTION, 9)), ["Correct", "Solution is Correct!, Game Completed"]);
  assert.deepEqual(verdict(digitsOf(PROPER, 9)), ["Correct", "Partial Solution is Correct!, Empty Cells: 51"]);
  assert.deepEqual(verdict(digitsOf("...1" + ".".repeat(9) + "1" + ".".repeat(67), 9)), ["Error", "Partial Solution is incorrect"]);
  assert.deepEqual(verdict(digitsOf(SOLUTION, 9).with(0, 3)), ["Error", "Solution is incorrect"]);
});
