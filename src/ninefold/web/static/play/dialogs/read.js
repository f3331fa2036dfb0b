// The dialog to enter a puzzle: on an empty board, as text, or from a file.

import { call, sendFile } from "../../common/backend.js";
import { byId, counted, make } from "../../common/dom.js";
import { digitsOf, layoutOf } from "../../common/layout.js";
import { fetchSolution, reportErrors } from "../commands.js";
import { fromFragment, gameOf } from "../exchange.js";
import { newGame, newId } from "../game.js";
import { dispatch } from "../state.js";
import { choice, field, openDialog, readingOptions } from "./dialog.js";

const SIZES = [4, 6, 9, 16, 25];

export function readDialog() {
  const text = make("textarea", { id: "read-text", class: "wide", rows: 8, placeholder: "53..7....6..195....98....6.8...6...3 …", spellcheck: false });
  const file = make("input", { type: "file", id: "read-file" });
  const options = readingOptions("read");
  const body = [
    field("Paste a puzzle in any format", text),
    make("div", { class: "fields" }, field("or open a file", file)),
    make("details", {}, make("summary", {}, "If it is read wrongly"), options.fields),
    make("p", { class: "soft" }, "You can also drop a file anywhere on the page."),
    make("div", { class: "fields" }, field("or enter it on an empty board", choice("read-size", SIZES.map((n) => [String(n), `${n}×${n}`]), "9"))),
  ];
  openDialog("Enter your own", body, [
    { name: "Open", first: true, run: () => readFields(text, file, options.read()) },
    { name: "Empty board", run: () => emptyBoard(options.read().layout || byId("read-size").value) },
    { name: "Close" },
  ]);
  text.focus();
}

async function readFields(text, file, options) {
  if (file.files.length) return (await readFile(file.files[0], options)) ?? false;
  return (await readText(text.value, options)) ?? false;
}

/** Opens an empty board on which entered digits become clues. */
export async function emptyBoard(word) {
  return reportErrors(async () => {
    layoutOf(word);
    dispatch({ do: "open", game: newGame({ layout: word, setting: true }) });
    return true;
  });
}

/** @param {File} file @param {Record<string, string>} [options] */
export const readFile = (file, options) => reportErrors(async () => choose(await sendFile("/api/parse", file, options)));

/** @param {string} text @param {Record<string, string>} [options] */
export const readText = (text, options = {}) => reportErrors(async () => {
  if (!text.trim()) throw new Error("Paste a puzzle or choose a file first.");
  try {
    return choose(await call("/api/parse", { text, ...options }));
  } catch (error) {
    if (error.kind !== "offline") throw error;
    return readOffline(text.trim(), options.layout);
  }
});

/** Without the server, only Ninefold links and one-line puzzles can be read. */
async function readOffline(text, layout) {
  const shared = text.includes("#") ? await fromFragment(text.slice(text.indexOf("#"))) : null;
  if (shared) {
    dispatch({ do: "open", game: shared, text: "Opened." });
    return true;
  }
  const line = text.replace(/\s/g, "");
  const word = layout || String(Math.round(Math.sqrt(line.length)));
  const clues = digitsOf(line, layoutOf(word).size);
  if (!clues) throw new Error("Without the server, only one-line puzzles and Ninefold links can be opened.");
  dispatch({ do: "open", game: newGame({ layout: word, clues, info: { level: "own" } }), text: "Opened." });
  return true;
}

/** Opens the puzzle that was read; of several, the one that the player chooses. */
function choose({ puzzles, errors, notes, total }) {
  if (!puzzles.length) throw new Error(errors[0]?.message ?? "No puzzle found.");
  const text = [...errors.map(({ message }) => message), ...notes].slice(0, 3).join("; ");
  if (puzzles.length === 1) {
    openPuzzle(puzzles[0], text || "Opened.", errors.length ? "bad" : "");
    return true;
  }
  const items = puzzles.slice(0, 200).map((puzzle, index) => make("li", {}, make("button", {
    type: "button", onclick: () => { openPuzzle(puzzle); dialog.close(); },
  }, puzzle.meta?.name || `Puzzle ${index + 1}`, make("span", { class: "soft mono" }, puzzle.clues.slice(0, 27)))));
  const dialog = openDialog(counted(total, "puzzle"), [make("p", {}, text || "Choose one."), make("ul", { class: "list" }, items)]);
  return true;
}

/** Opens a puzzle in the format ninefold/1. */
function openPuzzle(puzzle, text = "", kind = "") {
  const game = gameOf(puzzle, newId());
  if (!game.info.level) game.info.level = "own";
  dispatch({ do: "open", game, text, kind });
  fetchSolution();
}
