// The commands that ask the server: new, check, hint, solve. Where the server is gone, check goes on by what is here.

import { ask } from "../common/api.js";
import { about } from "../common/page.js";
import { clashing, digitsIn, layoutOf } from "../common/layout.js";
import { act, amend, app, open, show } from "./app.js";
import { begin, standing } from "./game.js";
import { remark, said, say } from "./telling.js";
import { clashWords } from "./view.js";

/** Runs a command; what goes wrong is said, with every fault. */
export async function told(command) {
  try {
    return await command();
  } catch (error) {
    const faults = (error.faults ?? []).map(({ where, read, expected }) => `${where}: read ${read}, expected ${expected}`);
    say([error.message, ...faults.slice(0, 5)].join("; "), "bad");
    return null;
  }
}

const sent = () => ({ layout: app.game.layout, clues: app.game.clues, grid: standing(app.game) });

let making = 0;

/** A new puzzle, freshly made or from the library. Of several that were asked for, the last one is opened. */
export async function newPuzzle(wish) {
  const mine = ++making;
  say(Number(wish.layout?.split("+")[0]) > 16 ? "Making a puzzle … a board of this size takes a while." : "Making a puzzle …");
  const made = await ask("/api/generate", wish);
  if (mine !== making) return;
  const level = made.level && made.level !== "any" ? made.level : "";
  open(begin({
    layout: made.puzzle.layout, clues: made.puzzle.digits, solution: made.solution?.digits ?? null,
    info: { level, seed: made.seed, symmetry: made.symmetry, source: made.source },
  }), `${made.clues} clues. Good luck!`);
}

/** Another puzzle of the same layout and level. */
export async function another() {
  const { layout, info } = app.game;
  const server = await about();
  const level = server?.levels?.includes(info.level) ? info.level : "any";
  const from = info.source === "library" ? "library" : "fresh";
  const wish = from === "library" && level === "any" ? {} : { level };
  await newPuzzle({ layout, ...wish, from, symmetry: info.symmetry ?? "rotational" });
}

/** Learns the solution of the puzzle on the board, so that Check and Solve work when the server is gone. */
export async function learn() {
  const { game } = app;
  if (game.setting || game.solution) return;
  const before = said();
  const answer = await ask("/api/solve", { puzzle: game.clues, layout: game.layout, seconds: 3 }).catch(() => null);
  if (!answer || app.game.clues !== game.clues) return;
  if (answer.status === "unique") return amend({ solution: answer.solutions[0].digits });
  const impossible = `This puzzle has no solution. ${answer.why}`.trim();
  const words = { multiple: "This puzzle has several solutions.", impossible }[answer.status];
  if (words && said() === before) say(`${before} ${words}`.trim(), "bad");
}

/** Check: clashes and, where the solution is known, wrong digits. */
export async function check() {
  const asked = app.game;
  amend({ checks: asked.checks + 1 });
  let answer;
  try {
    answer = await ask("/api/check", sent());
  } catch (error) {
    if (error.kind !== "offline") throw error;
    answer = checkHere(asked);
  }
  if (app.game.past !== asked.past) return; // the player went on meanwhile
  app.look.wrong = new Set([...answer.wrong_cells, ...answer.changed_clues]);
  remark(checkWords(answer), answer.unsure ? "" : answer.correct ? "good" : "bad");
  show();
}

/** What can be said without the server: clashes, and digits that differ from a solution that is known here. Without one
 * only a full board is sure to be right. */
function checkHere(game) {
  const layout = layoutOf(game.layout);
  const grid = standing(game);
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

const UNSURE = "No clashes. The solution is not known here, so a wrong digit could not be seen.";

function checkWords(answer) {
  const layout = layoutOf(app.game.layout);
  const full = answer.empty === 0; // the server calls a grid complete only where it is right as well
  const message = answer.unsure ? `${UNSURE} Empty Cells: ${answer.empty}`
    : answer.correct ? (full ? "Solution is correct" : `Partial Solution is Correct!, Empty Cells: ${answer.empty}`)
      : (full ? "Solution is incorrect" : "Partial Solution is incorrect");
  const clashes = clashWords(layout, standing(app.game));
  const wrong = answer.wrong_cells.length;
  const parts = [message];
  if (clashes.length) parts.push(clashes.slice(0, 3).join("; "));
  if (wrong && !clashes.length) parts.push(`${wrong} wrong ${wrong === 1 ? "digit" : "digits"}, marked`);
  if (layout.size === 4 || (!answer.correct && clashes.length)) {
    parts.push(`errors: row ${answer.row_errors}, column ${answer.column_errors}, box ${answer.box_errors}`);
  }
  return parts.join(". ") + ".";
}

/** What is being asked for, if anything. @type {{strength: number, kind?: string} | null} */
let hinting = null;

/** A hint. Asked again at the same place, it says more: where to look, which technique, the whole deduction. */
export async function hint() {
  const asked = app.game;
  if (asked.setting) return;
  const last = hinting ?? app.look.hint; // who presses quickly asks for more before the first answer is here
  const mine = { strength: last ? (last.kind === "stuck" ? 3 : Math.min(3, last.strength + 1)) : app.settings.strength };
  hinting = mine;
  try {
    await askHint(asked, mine);
  } finally {
    if (hinting === mine) hinting = null;
  }
}

async function askHint(asked, mine) {
  const marks = Object.fromEntries(asked.centre.flatMap((bits, cell) =>
    bits && !standing(asked)[cell] ? [[cell, digitsIn(bits)]] : []));
  const fresh = !app.look.hint;
  const question = (strength) => ask("/api/hint", { ...sent(), marks, strength });
  let answer = await question(mine.strength);
  // A digit is looked up only for who asks for that, not for who begins with the whole deduction.
  if (fresh && answer.kind === "stuck" && answer.places?.length) answer = await question(2);
  if (app.game.past !== asked.past || hinting !== mine) return;
  if (fresh) amend({ hints: app.game.hints + 1 });
  app.look.hint = answer;
  remark(answer.message);
  show();
}

/** Does what the hint says, as one move for each digit placed. */
export function doHint() {
  const { places = [], drops = [] } = app.look.hint ?? {};
  const cells = places.map(({ cell }) => cell);
  if (drops.length) act({ do: "drop", drops });
  for (const { cell, digit } of places) act({ do: "digit", cells: [cell], digit, tidy: app.settings.tidy });
  if (cells.length) app.look = { ...app.look, selection: new Set(cells), focus: cells[0] };
  show();
}

/** Solves by a method; refuses a clashing grid and names the clash. */
export async function solve(by = app.settings.by, seconds = 10) {
  const { game } = app;
  const words = clashWords(layoutOf(game.layout), standing(game));
  if (words.length) return remark(`Invalid Game! ${words.slice(0, 3).join("; ")}.`, "bad");
  if (by === "auto" && game.solution && !game.setting) return act({ do: "solve", solution: game.solution });
  const answer = await ask("/api/solve", { puzzle: game.clues, layout: game.layout, by, seconds });
  const found = answer.solutions[0];
  if (!found) return say(`${answer.status}: ${answer.why || "there is no solution"}`, "bad");
  if (game.setting) act({ do: "start" });
  act({ do: "solve", solution: found.digits });
  const more = answer.status === "multiple" ? " It has further solutions." : "";
  remark(`Solved by ${answer.method} in ${(answer.seconds * 1000).toFixed(1)} ms.${more}`);
}

/** Ends entering: the digits become clues, and the solver says whether the puzzle is proper. */
export async function start() {
  const { game } = app;
  const words = clashWords(layoutOf(game.layout), game.clues);
  if (words.length) return say(`These clues clash: ${words.slice(0, 3).join("; ")}.`, "bad");
  if (!game.clues.some(Boolean)) return say("Enter at least one clue first.", "bad");
  act({ do: "start" });
  app.game = { ...app.game, setting: false };
  open(app.game);
  const answer = await ask("/api/solve", { puzzle: game.clues, layout: game.layout, limit: 2, seconds: 5 });
  if (app.game.id !== game.id) return;
  if (answer.status === "unique") amend({ solution: answer.solutions[0].digits });
  say({ unique: "A proper puzzle: it has one solution.", multiple: "This puzzle has several solutions.",
        impossible: `This puzzle has no solution. ${answer.why}` }[answer.status] ?? `The solver could not tell: ${answer.why}`,
      answer.status === "unique" ? "good" : "bad");
}
