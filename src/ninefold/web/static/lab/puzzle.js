// The puzzle that all views of the Lab share: an example, pasted text, or the game of the play page.

import { call, withoutCommand } from "../common/backend.js";
import { byId, make, showMessage } from "../common/dom.js";
import { digitsOf, layoutOf } from "../common/layout.js";
import { createMenu } from "../common/page.js";

/** The first one opens with the page: its reweighted linear program takes six rounds. */
const EXAMPLES = [
  ["9×9, six rounds", ".5.2....7.....8.5.9...63.4....6....3.9.18...28.7......4.3.96........16....5....3.", "9"],
  ["4×4, four clues", "..4.1......3.1..", "4"],
  ["4×4 with two solutions", "...1..2..3..4...", "4"],
  ["9×9, easy", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "9"],
  ["9×9 from the network lecture", "..7..83.54..5..9...93.2.6..2...1..8.....6.....7..8...2..1.5.86...4..1..79.68..4..", "9"],
  ["9×9, fractional LP", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", "9"],
  ["9×9, hard for backtracking", "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9", "9"],
];

const watchers = new Set();
export const puzzle = { layout: EXAMPLES[0][2], digits: digitsOf(EXAMPLES[0][1], Number(EXAMPLES[0][2])) ?? [], text: EXAMPLES[0][1] };

/** @param {() => void} watcher */
export const onPuzzle = (watcher) => watchers.add(watcher);

/** Sets the puzzle. @param {number[]} digits @param {string} layout @param {string} text */
export function setPuzzle(digits, layout, text) {
  layoutOf(layout); // throws if the board cannot show it
  Object.assign(puzzle, { digits, layout, text });
  byId("puzzle-text").value = text;
  const example = EXAMPLES.findIndex((one) => one[1] === text);
  byId("puzzle-example").value = example < 0 ? "own" : String(example);
  showMessage(""); // the last message was about another puzzle
  watchers.forEach((watcher) => watcher());
}

/** Clears an error message before a new attempt. */
export function clearError() {
  if (byId("message").dataset.kind === "bad") showMessage("");
}

/** Reads a puzzle in any format; one-line puzzles even without the server. */
export async function readPuzzle(text, layout = "") {
  const line = text.trim();
  if (!line) throw new Error("Paste a puzzle first.");
  const word = layout || String(Math.round(Math.sqrt(line.length)));
  const plain = /^\d+$/.test(word) && Number(word) <= 9 && Number(word) > 1 ? digitsOf(line, Number(word)) : null;
  if (plain) return setPuzzle(plain, word, line);
  const { puzzles, errors } = await call("/api/parse", layout ? { text, layout } : { text });
  if (!puzzles.length) throw new Error(withoutCommand(errors[0]?.message ?? "no puzzle found").replace("the text: ", ""));
  const { readText } = await import("../play/exchange.js");
  const digits = readText(puzzles[0].clues, layoutOf(puzzles[0].layout).size);
  if (!digits) throw new Error("this puzzle is too large for the board");
  return setPuzzle(digits, puzzles[0].layout, puzzles[0].clues);
}

export function wirePuzzle() {
  const examples = byId("puzzle-example");
  examples.append(...EXAMPLES.map(([name], index) => make("option", { value: String(index) }, name)), make("option", { value: "board" }, "the game on the Play page"), make("option", { value: "own" }, "your own text"));
  examples.addEventListener("change", () => {
    const example = EXAMPLES[Number(examples.value)];
    if (example) setPuzzle(digitsOf(example[1], Number(example[2])) ?? [], example[2], example[1]);
    else if (examples.value === "board") fromBoard();
  });
  const toggle = createMenu(byId("puzzle-enter"), byId("puzzle-form"));
  byId("puzzle-enter").addEventListener("click", () => byId("puzzle-text").focus());
  byId("puzzle-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await readPuzzle(byId("puzzle-text").value);
      toggle(false);
    } catch (error) {
      toggle(true);
      showMessage(error.message, "bad");
    }
  });
  setPuzzle(puzzle.digits, puzzle.layout, puzzle.text);
}

async function fromBoard() {
  const [{ loadGame }, { textOf }] = [await import("../play/storage.js"), await import("../play/exchange.js")];
  const game = loadGame();
  if (!game) return showMessage("There is no game on the Play page.", "bad");
  return setPuzzle(game.clues, game.layout, textOf(game.clues, layoutOf(game.layout).size));
}
