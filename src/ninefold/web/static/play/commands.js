// Commands that call the server: new puzzle, check, hint, solve. Check also works while the server is away.

import { call } from "../common/backend.js";
import { byId, counted, make } from "../common/dom.js";
import { about } from "../common/page.js";
import { clashing, digitsIn, layoutOf } from "../common/layout.js";
import { digitsOn, newGame } from "./game.js";
import { show, showUntilMove } from "./messages.js";
import { dispatch, state } from "./state.js";
import { describeClashes, levelOf } from "./view.js";

/** Runs a command; shows its error, if any, with the details.
 * @template T @param {() => T | Promise<T>} command @returns {Promise<T | null>} */
export async function reportErrors(command) {
  try {
    return await command();
  } catch (error) {
    const faults = (error.faults ?? []).map(({ where, read, expected }) => `${where}: read ${read}, expected ${expected}`);
    dispatch(show([error.message, ...faults.slice(0, 5)].join("; "), "bad"));
    return null;
  }
}

const position = () => ({ layout: state.game.layout, clues: state.game.clues, grid: digitsOn(state.game) });

let requested = 0;

/** Opens a new puzzle, generated or from the library. If several are requested, only the last one is opened.
 * @returns {Promise<boolean>} whether it was opened */
export async function newPuzzle(request) {
  const mine = ++requested;
  dispatch(showUntilMove("Creating a puzzle…"));
  const made = await call("/api/generate", request);
  if (mine !== requested) return false;
  openMade(made);
  return true;
}

/** Opens a puzzle that the server has made. */
export function openMade(made) {
  requested++;
  const level = made.level && made.level !== "any" ? made.level : "";
  const game = newGame({
    layout: made.puzzle.layout, clues: made.puzzle.digits, solution: made.solution?.digits ?? null,
    info: { level, seed: made.seed, symmetry: made.symmetry, source: made.source },
  });
  dispatch({ do: "open", game, text: `${counted(made.clues, "clue")}. Good luck!` });
}

/** Opens another puzzle of the same layout and level. */
export async function another() {
  const { layout, info } = state.game;
  const server = await about();
  const level = server?.levels?.includes(info.level) ? info.level : "any";
  const from = info.source === "library" ? "library" : "fresh";
  const wanted = from === "library" ? (level === "any" ? {} : { level }) : { level, symmetry: info.symmetry ?? "rotational" };
  await newPuzzle({ layout, from, ...wanted });
}

/** Fetches the solution of the puzzle on the board, so that Check and Solve work when the server is away. */
export async function fetchSolution() {
  const { game } = state;
  if (game.setting || game.solution) return;
  const before = state.message;
  const answer = await call("/api/solve", { puzzle: game.clues, layout: game.layout, seconds: 3 }).catch(() => null);
  if (!answer || state.game.clues !== game.clues) return;
  if (answer.status === "unique") return dispatch({ do: "update", changes: { solution: answer.solutions[0].digits } });
  const impossible = `This puzzle has no solution. ${answer.why}`.trim();
  const text = { multiple: "This puzzle has several solutions.", impossible }[answer.status];
  if (text && state.message === before) dispatch(show(`${before?.text ?? ""} ${text}`.trim(), "bad"));
}

/** The rating of the puzzle on the board; null if the server cannot say. */
async function fetchRating() {
  const { game } = state;
  const rating = await call("/api/rate", { puzzle: game.clues, layout: game.layout });
  if (state.game.id !== game.id) return null;
  const info = { ...state.game.info, rated: rating.level, ...(rating.minutes ? { minutes: rating.minutes } : {}) };
  if (rating.level) dispatch({ do: "update", changes: { info } });
  return rating;
}

let rated = "";

/** Rates a puzzle in the background when it is opened, once: only 9×9 boards have minutes. */
export function rateOnce() {
  const { id, layout, setting, info, clues } = state.game;
  if (setting || id === rated || info.minutes || layout !== "9" || !clues.some(Boolean)) return;
  rated = id;
  fetchRating().catch(() => {}); // the page then shows the level only
}

/** Shows how hard the puzzle is; pressed again, closes that. */
export async function showRating() {
  if (state.view.rating) return dispatch({ do: "close", card: "rating" });
  const rating = await fetchRating();
  if (rating) dispatch({ do: "rate", rating: { ...rating, level: rating.level || levelOf(state.game) } });
}

/** Checks the board for clashes and, if the solution is known, for wrong digits. */
export async function check() {
  const { game } = state;
  dispatch({ do: "update", changes: { checks: game.checks + 1 } });
  let answer;
  try {
    answer = await call("/api/check", position());
  } catch (error) {
    if (error.kind !== "offline") throw error;
    answer = checkOffline(game);
  }
  if (state.game.past !== game.past) return; // the player has moved since
  dispatch({ do: "wrong", cells: [...answer.wrong_cells, ...answer.changed_clues] });
  dispatch(showUntilMove(checkMessage(answer), answer.unsure ? "" : answer.correct ? "good" : "bad"));
}

/** The check without the server: clashes, and digits that differ from the solution if that is known. Without it, only a
 * full board is sure to be correct. */
function checkOffline(game) {
  const layout = layoutOf(game.layout);
  const grid = digitsOn(game);
  const clashes = clashing(layout, grid);
  const wrong = game.solution ? grid.flatMap((digit, cell) => (digit && digit !== game.solution?.[cell] ? [cell] : [])) : [];
  const repeats = (cells) => cells.some((cell, i) => grid[cell] && cells.slice(0, i).some((other) => grid[other] === grid[cell]));
  const errors = (kind) => layout.units.filter((unit) => unit.kind === kind && repeats(unit.cells)).length;
  const empty = grid.filter((digit) => !digit).length;
  return {
    correct: !clashes.size && !wrong.length, unsure: !game.solution && !clashes.size && empty > 0, empty,
    row_errors: errors("row"), column_errors: errors("column"), box_errors: errors("box"), wrong_cells: wrong, changed_clues: [], message: "",
  };
}

function checkMessage(answer) {
  const layout = layoutOf(state.game.layout);
  const full = answer.empty === 0; // the server calls a grid complete only if it is correct as well
  const left = `${counted(answer.empty, "cell")} left`;
  const verdict = answer.unsure ? `No clashes; ${left}. Without the solution, wrong digits can’t be found`
    : answer.correct ? (full ? "The solution is correct" : `No mistakes so far; ${left}`)
      : (full ? "The solution is incorrect" : "There are mistakes");
  const clashes = describeClashes(layout, digitsOn(state.game));
  const wrong = answer.wrong_cells.length;
  const parts = [verdict];
  if (clashes.length) parts.push(clashes.slice(0, 3).join("; "));
  if (wrong && !clashes.length) parts.push(`${wrong} wrong ${wrong === 1 ? "digit is" : "digits are"} marked`);
  if (layout.size === 4 || (!answer.correct && clashes.length)) {
    parts.push(`Errors: row ${answer.row_errors}, column ${answer.column_errors}, box ${answer.box_errors}`);
  }
  return parts.join(". ") + ".";
}

/** The hint request under way, if any. @type {{strength: number, kind?: string} | null} */
let hinting = null;

/** Gives a hint. Repeated at the same position it reveals more: where to look, which technique, the whole step. */
export async function hint() {
  const { game } = state;
  if (game.setting) return;
  if (state.view.hint && state.view.folded) return dispatch({ do: "fold", folded: false });
  const last = hinting ?? state.view.hint; // a second press may come before the first answer
  const mine = { strength: last ? (last.kind === "stuck" ? 3 : Math.min(3, last.strength + 1)) : state.settings.strength };
  hinting = mine;
  try {
    await fetchHint(game, mine);
  } finally {
    if (hinting === mine) hinting = null;
  }
}

async function fetchHint(game, mine) {
  const marks = Object.fromEntries(game.centre.flatMap((bits, cell) =>
    bits && !digitsOn(game)[cell] ? [[cell, digitsIn(bits)]] : []));
  const first = !state.view.hint;
  const at = (strength) => call("/api/hint", { ...position(), marks, strength });
  let answer = await at(mine.strength);
  // Revealing a digit takes an extra request, even if the settings say that the first hint shows everything.
  if (first && answer.kind === "stuck" && answer.places?.length) answer = await at(2);
  const view = answer.drawing && await viewOfStep(answer);
  if (state.game.past !== game.past || hinting !== mine) return;
  if (first) dispatch({ do: "update", changes: { hints: state.game.hints + 1 } });
  dispatch({ do: "hint", hint: { ...answer, view } });
  dispatch(showUntilMove(answer.message));
}

/** What the board draws of a whole step, with its legend in the card. The page opens without the module for that. */
async function viewOfStep({ places, drops, drawing }) {
  const { showLegend, stepView } = await import("../common/step.js");
  const step = { places, removes: drops, drawing };
  if (!document.querySelector("link[href$='steps.css']")) document.head.append(make("link", { rel: "stylesheet", href: "/static/steps.css" }));
  if (!byId("hint-legend").childElementCount) byId("hint-key").open = !matchMedia("(max-width: 47rem)").matches; // room is scarce there
  showLegend(byId("hint-legend"), step, state.settings.letters);
  return stepView(step);
}

/** Applies the hint, one move per digit placed. */
export function applyHint() {
  const { places = [], drops = [] } = state.view.hint ?? {};
  const cells = places.map(({ cell }) => cell);
  if (drops.length) dispatch({ do: "drop", drops });
  for (const { cell, digit } of places) dispatch({ do: "digit", cells: [cell], digit, tidy: state.settings.tidy });
  if (cells.length) dispatch({ do: "select", cells, focus: cells[0] });
}

/** Solves the puzzle with a method; if digits clash, says which instead. */
export async function solve(by = state.settings.by, seconds = 10) {
  const { game } = state;
  const clashes = describeClashes(layoutOf(game.layout), digitsOn(game));
  if (clashes.length) return dispatch(showUntilMove(`This can’t be solved: ${clashes.slice(0, 3).join("; ")}.`, "bad"));
  if (by === "auto" && game.solution && !game.setting) return dispatch({ do: "solve", solution: game.solution });
  const answer = await call("/api/solve", { puzzle: game.clues, layout: game.layout, by, seconds });
  const found = answer.solutions[0];
  if (!found) return dispatch(show(`${answer.status}: ${answer.why || "there is no solution"}`, "bad"));
  if (game.setting) dispatch({ do: "start" });
  dispatch({ do: "solve", solution: found.digits });
  const more = answer.status === "multiple" ? " It has other solutions too." : "";
  return dispatch(showUntilMove(`Solved by ${answer.method} in ${(answer.seconds * 1000).toFixed(1)} ms.${more}`));
}

/** Turns the entered digits into clues, starts the game, and says whether the solution is unique. */
export async function start() {
  const { game } = state;
  const clashes = describeClashes(layoutOf(game.layout), game.clues);
  if (clashes.length) return dispatch(show(`These clues clash: ${clashes.slice(0, 3).join("; ")}.`, "bad"));
  if (!game.clues.some(Boolean)) return dispatch(show("Enter at least one clue first.", "bad"));
  dispatch({ do: "start" });
  dispatch({ do: "open", game: { ...state.game, setting: false } });
  const answer = await call("/api/solve", { puzzle: game.clues, layout: game.layout, limit: 2, seconds: 5 });
  if (state.game.id !== game.id) return undefined;
  if (answer.status === "unique") dispatch({ do: "update", changes: { solution: answer.solutions[0].digits } });
  const text = {
    unique: "This puzzle has exactly one solution.", multiple: "This puzzle has several solutions.",
    impossible: `This puzzle has no solution. ${answer.why}`,
  }[answer.status] ?? `The solver gave up: ${answer.why}`;
  return dispatch(show(text, answer.status === "unique" ? "good" : "bad"));
}
