// The play logic: stories of moves, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { candidatesOf, clashing, digitsIn, digitsOf, layoutOf, lineOf } from "../static/common/layout.js";
import { deflateRawSync } from "node:zlib";
import { elapsed, run, spoken, stop, tick } from "../static/play/clock.js";
import { endOf, endWords, outcomeOf } from "../static/play/end.js";
import { begin, play, remaining, standing } from "../static/play/game.js";
import { meaning } from "../static/play/keys.js";
import { remarkOn } from "../static/play/remarks.js";
import { fromFragment, linkOf } from "../static/play/share.js";
import { fromSheet, toSheet } from "../static/play/sheet.js";
import { soundGame } from "../static/play/sound.js";
import { summary } from "../static/play/store.js";
import { viewOf } from "../static/play/view.js";
import { beliefFrames, readout, replay } from "../static/lab/frames.js";
import { errorCounts, newShidoku } from "../static/papers/wu.js";
import { readBoard } from "../static/papers/entry.js";
import { verdict } from "../static/papers/matlab.js";

const PROPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const nine = () => begin({ layout: "9", clues: digitsOf(PROPER, 9) });
const four = () => begin({ layout: "4", clues: digitsOf("..4.1......3.1..", 4) });
const all = (game, ...actions) => actions.reduce(play, game);
globalThis.location = { origin: "http://127.0.0.1" };

test("a clue cannot be overwritten, marked or cleared", () => {
  const game = nine();
  for (const action of [{ do: "digit", cells: [0], digit: 1 }, { do: "centre", cells: [0], digit: 1 }, { do: "clear", cells: [0] }]) {
    assert.equal(play(game, action), game);
  }
});

test("the same digit again removes it, and marks beneath it come back", () => {
  const game = all(nine(), { do: "centre", cells: [2], digit: 1 }, { do: "digit", cells: [2], digit: 4 });
  assert.equal(game.digits[2], 4);
  const again = play(game, { do: "digit", cells: [2], digit: 4 });
  assert.equal(again.digits[2], 0);
  assert.deepEqual(digitsIn(again.centre[2]), [1]);
});

test("a mark is added to all cells unless all have it", () => {
  let game = all(nine(), { do: "corner", cells: [2], digit: 1 }, { do: "corner", cells: [2, 3], digit: 1 });
  assert.deepEqual([game.corner[2], game.corner[3]], [1, 1]);
  game = play(game, { do: "corner", cells: [2, 3], digit: 1 });
  assert.deepEqual([game.corner[2], game.corner[3]], [0, 0]);
});

test("clear takes digits first, then marks, then colours", () => {
  let game = all(nine(), { do: "colour", cells: [2], digit: 3 }, { do: "centre", cells: [2], digit: 1 }, { do: "digit", cells: [2], digit: 4 });
  const state = () => [game.digits[2], game.centre[2], game.colour[2]];
  game = play(game, { do: "clear", cells: [2] });
  assert.deepEqual(state(), [0, 1, 4]);
  game = play(game, { do: "clear", cells: [2] });
  assert.deepEqual(state(), [0, 0, 4]);
  game = play(game, { do: "clear", cells: [2] });
  assert.deepEqual(state(), [0, 0, 0]);
});

test("placing a digit tidies the marks of its peers in one move", () => {
  const filled = play(nine(), { do: "candidates" });
  const placed = play(filled, { do: "digit", cells: [2], digit: 4, tidy: true });
  const peers = layoutOf("9").peers[2];
  assert.ok(peers.some((cell) => filled.centre[cell] & 8));
  assert.ok(peers.every((cell) => !(placed.centre[cell] & 8)));
  assert.deepEqual(play(placed, { do: "undo" }).centre, filled.centre);
});

test("any play can be undone to the start and redone to the end", () => {
  let seed = 7;
  const lot = (n) => (seed = (seed * 48271) % 2147483647) % n;
  let game = nine();
  const start = JSON.stringify([game.digits, game.corner, game.centre, game.colour]);
  for (let i = 0; i < 400; i++) {
    const cells = Array.from({ length: 1 + lot(5) }, () => lot(81));
    game = play(game, { do: ["digit", "corner", "centre", "colour", "clear"][lot(5)], cells, digit: 1 + lot(9), tidy: lot(2) === 1 });
    if (i % 50 === 49) game = play(game, { do: "candidates" });
  }
  const end = JSON.stringify([game.digits, game.corner, game.centre, game.colour]);
  const moves = game.past.length;
  assert.ok(moves > 200);
  while (game.past.length) game = play(game, { do: "undo" });
  assert.equal(JSON.stringify([game.digits, game.corner, game.centre, game.colour]), start);
  while (game.future.length) game = play(game, { do: "redo" });
  assert.equal(game.past.length, moves);
  assert.equal(JSON.stringify([game.digits, game.corner, game.centre, game.colour]), end);
});

test("a new move forgets what was undone", () => {
  const game = all(nine(), { do: "digit", cells: [2], digit: 4 }, { do: "undo" }, { do: "digit", cells: [2], digit: 1 });
  assert.equal(game.future.length, 0);
  assert.equal(play(game, { do: "redo" }), game);
});

test("solving fills the rest as the solver's, is one move, and completes the game", () => {
  const solution = digitsOf(SOLUTION, 9);
  const game = all(nine(), { do: "digit", cells: [2], digit: 4 }, { do: "solve", solution });
  assert.ok(game.done && game.solver);
  assert.deepEqual(standing(game), solution);
  assert.equal(game.by[2], 0);
  assert.equal(game.by[3], 1);
  assert.deepEqual(play(game, { do: "undo" }).digits.filter(Boolean), [4]);
});

test("a full grid with a clash is not done", () => {
  const wrong = digitsOf(SOLUTION, 9);
  wrong[2] = 5;
  assert.equal(play(nine(), { do: "solve", solution: wrong }).done, false);
});

test("entering your own: digits become clues, and start fixes them", () => {
  let game = begin({ layout: "4", setting: true });
  game = all(game, { do: "digit", cells: [0], digit: 3 }, { do: "digit", cells: [5], digit: 1 }, { do: "undo" });
  assert.deepEqual([game.clues[0], game.clues[5]], [3, 0]);
  const whole = digitsOf("1234341221434321", 4);
  const typed = whole.reduce((one, digit, cell) => play(one, { do: "digit", cells: [cell], digit }), begin({ layout: "4", setting: true }));
  assert.deepEqual([typed.clues, typed.done], [whole, false]); // a full board of clues is not a game won
  game = play(game, { do: "start" });
  assert.equal(play(game, { do: "digit", cells: [0], digit: 2 }), game);
  assert.equal(game.past.length, 0);
});

test("a hint's drops are taken from marks, and cells without marks get theirs first", () => {
  const left = candidatesOf(layoutOf("9"), digitsOf(PROPER, 9));
  const digit = digitsIn(left[2])[0];
  const game = play(nine(), { do: "drop", drops: [{ cell: 2, digit }] });
  assert.equal(game.centre[2], left[2] & ~(1 << (digit - 1)));
});

test("what is left of each digit", () => {
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
  assert.throws(() => layoutOf("7"), /names no layout/);
  assert.throws(() => layoutOf("9+rings"), /not \+rings/);
  assert.throws(() => layoutOf("36"), /up to 25/);
});

test("the key table", () => {
  const press = (code, key, held = "") => ({ code, key, shiftKey: held.includes("S"), ctrlKey: held.includes("C"), metaKey: held.includes("M"), altKey: false });
  const nine = { size: 9 };
  const want = (...given) => meaning(press(...given), nine);
  assert.deepEqual(want("ArrowUp", "ArrowUp"), { want: "move", step: [-1, 0], extend: false });
  assert.equal(want("ArrowUp", "ArrowUp", "S").extend, true);
  assert.equal(want("ArrowUp", "ArrowUp", "C").extend, true);
  assert.deepEqual(want("Digit5", "5"), { want: "enter", digit: 5, mode: null });
  assert.equal(want("Digit5", "%", "S").mode, "corner");
  assert.equal(want("Digit5", "5", "C").mode, "centre");
  assert.equal(want("Digit5", "5", "M").mode, "centre");
  assert.equal(want("Digit5", "%", "CS").mode, "colour");
  assert.equal(want("Numpad5", "5").digit, 5);
  for (const code of ["Backspace", "Delete", "Digit0", "Numpad0"]) assert.equal(want(code, "").want, "clear");
  for (const [code, mode] of [["KeyZ", "digit"], ["KeyX", "corner"], ["KeyC", "centre"], ["KeyV", "colour"]]) assert.equal(want(code, "").mode, mode);
  assert.equal(want("Space", " ").want, "next-mode");
  assert.equal(want("KeyZ", "z", "C").want, "undo");
  assert.equal(want("KeyZ", "Z", "CS").want, "redo");
  assert.equal(want("KeyY", "y", "C").want, "redo");
  assert.equal(want("KeyA", "a", "C").want, "all");
  assert.equal(want("Escape", "Escape").want, "none");
  assert.equal(want("Enter", "Enter").want, "check");
  assert.equal(want("Slash", "?", "S").want, "hint");
  assert.equal(want("KeyP", "p").want, "pause");
  assert.equal(want("F1", "F1").want, "shortcuts");
  assert.equal(want("KeyW", "w", "C"), null);
  assert.equal(meaning({ ...press("Digit5", "5"), altKey: true }, nine), null);
  assert.equal(want("KeyW", "w"), null);
  assert.deepEqual(meaning(press("KeyW", "w"), { size: 9, wasd: true }).step, [-1, 0]);
  assert.equal(meaning(press("KeyW", "w", "C"), { size: 9, wasd: true }), null);
  assert.equal(meaning(press("KeyC", "c"), { size: 16 }).digit, 12);
  assert.equal(meaning(press("KeyC", "c", "C"), { size: 16 }), null);
});

test("a game survives being saved as a sheet, history and clock included", () => {
  const game = all(nine(), { do: "digit", cells: [2], digit: 4 }, { do: "corner", cells: [3], digit: 2 }, { do: "colour", cells: [3], digit: 2 }, { do: "undo" });
  game.clock = { spent: 5000, since: null };
  const back = fromSheet(JSON.parse(JSON.stringify(toSheet(game))), game.id);
  assert.deepEqual({ ...back, done: false }, { ...game, info: { name: "" } });
});

test("a stranger's sheet cannot put anything but numbers on the board", () => {
  const sheet = { layout: "4", clues: "..4.1......3.1..", play: { past: [{ changes: [["constructor", 0, 0, 1]] }], future: [], colour: ["<b>"], clock: { spent: "x" } } };
  const game = fromSheet(sheet);
  assert.deepEqual([game.past, game.colour[0], game.clock.spent], [[], 0, 0]);
  assert.throws(() => fromSheet({ layout: "4", clues: "9..." }), /no grid/);
});

test("share links carry puzzle or game there and back", async () => {
  const game = all(nine(), { do: "digit", cells: [2], digit: 4 }, { do: "centre", cells: [3], digit: 2 });
  const bare = await fromFragment(new URL(linkOf(game, false)).hash);
  assert.equal(lineOf(bare.clues), PROPER);
  assert.equal(bare.digits[2], 0);
  const whole = await fromFragment(new URL(linkOf(game, true)).hash);
  assert.deepEqual([whole.digits[2], whole.centre[3]], [4, 2]);
  const large = begin({ layout: "16", clues: Array(256).fill(0).with(0, 16).with(1, 1) });
  assert.deepEqual((await fromFragment(new URL(linkOf(large, false)).hash)).clues, large.clues);
  assert.equal(await fromFragment("#elsewhere"), null);
});

const packed = (bytes) => Buffer.from(bytes).toString("base64url");

test("the links of the export and the command line are read too", async () => {
  const game = all(nine(), { do: "digit", cells: [2], digit: 4 });
  const back = await fromFragment(`#p=${packed(deflateRawSync(JSON.stringify(toSheet(game, true))))}`);
  assert.deepEqual([lineOf(back.clues), back.digits[2]], [PROPER, 4]);
});

test("a damaged link is refused with clear words", async () => {
  const bomb = packed(deflateRawSync(Buffer.alloc(3_000_000)));
  for (const link of ["#game=", "#game=!!", "#game=AAAA", "#p=AAAA", "#p=!", `#p=${bomb}`]) {
    await assert.rejects(fromFragment(link), /the link is damaged/, link.slice(0, 20));
  }
  const sheet = (part) => `#game=${packed(JSON.stringify({ layout: "9", clues: PROPER, ...part }))}`;
  await assert.rejects(fromFragment(sheet({ placed: { r1c3: 99 } })), /read 99 in r1c3, expected a digit 1 to 9/);
  await assert.rejects(fromFragment(sheet({ placed: { r1c3: "4" } })), /read "4" in r1c3/);
  await assert.rejects(fromFragment(sheet({ placed: { r1c1: 4 } })), /r1c1 holds a clue/);
  await assert.rejects(fromFragment(sheet({ placed: { r0c1: 4 } })), /no cell/);
  await assert.rejects(fromFragment(sheet({ marks: { centre: { r1c3: 4 } } })), /no list/);
  await assert.rejects(fromFragment(sheet({ marks: { corner: { r1c3: [0] } } })), /read 0 in r1c3/);
  await assert.rejects(fromFragment(sheet({ meta: { name: {} } })), /read {} for the name of the puzzle, expected a text/);
  await assert.rejects(fromFragment(sheet({ clues: 7 })), /read 7 for the clues/);
  await assert.rejects(fromFragment(`#game=${packed("null")}`), /no puzzle/);
  await assert.rejects(fromFragment("#puzzle=123&layout=9"), /no grid of the layout 9/);
});

test("what the page adds to a sheet is left out where it is not sound", () => {
  const past = [{ label: "x", changes: [["digits", 2, 0, 99]] }];
  const sheet = (play) => fromSheet({ layout: "9", clues: PROPER, play });
  assert.deepEqual(sheet({ past, future: [] }).past, []);
  assert.deepEqual(sheet({ past: [null], future: [] }).past, []);
  assert.deepEqual(sheet({ past: [{ changes: [["digits", 1.5, 0, 1]] }], future: [] }).past, []);
  assert.deepEqual(sheet({ past: [{ changes: [], was: { spent: "x" } }], future: [] }).past, []);
  assert.deepEqual(sheet({ info: { name: {}, level: 7, seed: 3, other: "x" } }).info, { name: "", seed: 3 });
  assert.equal(sheet({ colour: Array(81).fill(-1) }).colour[0], 0);
  assert.equal(sheet({ hints: -3 }).hints, 0);
});

test("the game that the browser kept is opened if it is sound, and else refused", () => {
  const game = { ...all(nine(), { do: "digit", cells: [2], digit: 4 }, { do: "restart" }), paused: true };
  assert.deepEqual(soundGame(JSON.parse(JSON.stringify(game))), { ...game, solution: null });
  for (const part of [{ layout: 9 }, { clues: [1] }, { digits: undefined }, { centre: Array(81).fill("x") }, { digits: Array(81).fill(10) }]) {
    assert.throws(() => soundGame({ ...game, ...part }), /damaged/, JSON.stringify(part).slice(0, 40));
  }
  assert.throws(() => soundGame({ ...game, layout: "8x8x8" }), /names no layout/);
  const odd = soundGame({ ...game, past: 7, future: "x", clock: null, info: null, id: "../x", solution: [1], hints: "2" });
  assert.deepEqual([odd.past, odd.clock.spent, odd.info, odd.solution, odd.hints], [[], 0, {}, null, 0]);
  assert.match(odd.id, /^g/);
});

test("restart begins anew, and undo brings entries, help and time back", () => {
  const solution = digitsOf(SOLUTION, 9);
  const solved = { ...all(nine(), { do: "solve", solution }), counted: true, hints: 2, clock: { spent: 5000, since: null } };
  const again = play(solved, { do: "restart" });
  assert.deepEqual([again.solver, again.counted, again.hints, again.done, again.clock.spent], [false, false, 0, false, 0]);
  const back = play({ ...again, clock: { spent: 1000, since: null } }, { do: "undo" });
  assert.deepEqual([back.solver, back.counted, back.hints, back.done, back.clock.spent], [true, true, 2, true, 6000]);
  assert.deepEqual(play(back, { do: "redo" }).clock, { spent: 0, since: null });
  const byHand = { ...nine(), counted: true, clock: { spent: 5000, since: null } };
  assert.deepEqual([play(byHand, { do: "restart" }).counted, play(byHand, { do: "restart" }).clock.spent], [true, 0]);
});

test("what is said of a move", () => {
  const settings = { conflicts: true, letters: true };
  const after = (game, action, set = settings) => remarkOn(game, play(game, action), action, set)?.text;
  const digit = (cells, digit) => ({ do: "digit", cells, digit });
  assert.equal(after(nine(), digit([2], 5)), "5 in r1c3 clashes with r1c1.");
  assert.equal(after(nine(), digit([2, 3], 5)), "5 clashes in r1c1, r1c3, r1c4 and r2c6.");
  assert.equal(after(nine(), digit([2], 4)), undefined);
  assert.equal(after(nine(), digit([2], 5), { conflicts: false }), undefined);
  assert.equal(after(play(nine(), digit([2], 5)), digit([2], 5)), undefined); // taken away again
  assert.equal(after(nine(), digit([0], 4)), "r1c1 is a clue: it stays.");
  assert.equal(after(nine(), { do: "clear", cells: [0, 1] }), "These cells are clues: they stay.");
  assert.equal(after(nine(), { do: "undo" }), undefined);
  const solution = digitsOf(SOLUTION, 9);
  const nearly = all(nine(), { do: "solve", solution }, { do: "clear", cells: [2] });
  assert.match(after(nearly, digit([2], 1)), /^The board is full, but not right yet/);
  assert.equal(after(nearly, digit([2], 4)), undefined);
});

test("the end tells time, hints, best and mean", () => {
  const one = { layout: "9", level: "easy", hints: 0, solver: false };
  const before = [{ ...one, seconds: 100 }, { ...one, seconds: 5, level: "hard" }, { ...one, seconds: 1, solver: true }];
  const end = (seconds, hints) => endWords(endOf({ ...one, seconds, hints }, [...before, { ...one, seconds, hints }], 0));
  assert.equal(end(50, 1), "Solved in 0:50, with 1 hint. Well done! That is your best time; the mean of 2 is 1:15.");
  assert.equal(end(200, 0), "Solved in 3:20, with no hints. Well done! Your best time is 1:40; the mean of 2 is 2:30.");
  assert.equal(endWords(endOf({ ...one, seconds: 7, hints: 2 }, [], 0)), "Solved in 0:07, with 2 hints. Well done!");
});

test("the time of the end is the one that the clock shows", () => {
  for (const time of [999, 1000, 1999, 59_999]) {
    assert.equal(spoken(outcomeOf(nine(), time).seconds * 1000), spoken(time));
  }
});

test("the time that a machine slept is not counted", () => {
  const clock = { spent: 1000, since: 10_000 };
  assert.deepEqual(tick(clock, 10_500), { spent: 1500, since: 10_500 });
  assert.deepEqual(tick(clock, 999_000), { spent: 1000, since: 999_000 });
  assert.deepEqual(tick(clock, 9000), { spent: 1000, since: 9000 });
  assert.deepEqual(tick({ spent: 5, since: null }, 999_000), { spent: 5, since: null });
});

test("the clock stops, runs, and never goes back", () => {
  let clock = run({ spent: 0, since: null }, 1000);
  assert.equal(elapsed(clock, 3500), 2500);
  clock = stop(clock, 3500);
  assert.equal(elapsed(clock, 99999), 2500);
  assert.equal(elapsed(run(clock, 5000), 1000), 2500);
  assert.deepEqual([spoken(0), spoken(67000), spoken(3723000)], ["0:00", "1:07", "1:02:03"]);
});

test("what the board is told: labels, clashes, marks with fixed places", () => {
  const settings = { conflicts: true, peers: true, same: true, letters: true, fixedPlaces: true };
  const game = all(nine(), { do: "digit", cells: [2], digit: 5 }, { do: "corner", cells: [3], digit: 6 }, { do: "centre", cells: [5], digit: 1 });
  const look = { selection: new Set([2]), focus: 2, wrong: new Set(), hint: null, picked: 0 };
  const { cells } = viewOf(game, look, settings);
  assert.equal(cells[0].label, "row 1, column 1, box 1, clue 5, clashes");
  assert.equal(cells[2].label, "row 1, column 3, box 1, digit 5, clashes");
  assert.equal(cells[5].label, "row 1, column 6, box 2, empty, notes 1");
  assert.deepEqual(cells[3].corner, [{ text: "6", role: "", at: 102 }]);
  assert.ok(cells[0].readonly && !cells[2].readonly && cells[2].invalid);
});

test("statistics leave the solver's games out", () => {
  const one = { layout: "9", level: "easy", hints: 0, solver: false };
  const rows = summary([{ ...one, seconds: 100 }, { ...one, seconds: 50, hints: 2 }, { ...one, seconds: 1, solver: true }]);
  assert.deepEqual(rows.map(({ solved, unaided, best, mean }) => [solved, unaided, best, mean]), [[2, 1, 50, 75]]);
});

test("a search is replayed to any step, and undo takes back what followed a guess", () => {
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

test("beliefs come with the notes told before them, the last with all", () => {
  const note = (name, value) => ({ event: "note", name, value });
  const events = [note("beta", 0.1), { event: "belief", values: [[1]] }, note("beta", 0.2), { event: "belief", values: [[0]] }, note("box_errors", 0)];
  assert.deepEqual(beliefFrames(events).map(({ notes }) => notes), [{ beta: 0.1 }, { beta: 0.2, box_errors: 0 }]);
  assert.deepEqual(readout([note("beta", 0.100905), note("converge", 0.111171), note("box_errors", 0)]), ["Beta=0.100905 converge=0.111171", "block checking: 0 errors"]);
});

test("the lecture's New and its counts", () => {
  for (let i = 0; i < 50; i++) {
    const digits = newShidoku();
    assert.deepEqual(digits.filter(Boolean).sort(), [1, 2, 3, 4]);
    assert.equal(clashing(layoutOf("4"), digits).size, 0);
  }
  assert.deepEqual(errorCounts(digitsOf("1234341221434321", 4), "4"), { row: 0, column: 0, block: 0 });
  assert.deepEqual(errorCounts(digitsOf("1234341221434322", 4), "4"), { row: 1, column: 1, block: 1 });
});

test("the MATLAB game's words, with all nine boxes checked", () => {
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
