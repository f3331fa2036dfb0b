// Enter your own: an empty board to fill, or any text or file that holds puzzles.

import { ask, sendFile } from "../../common/api.js";
import { byId, make } from "../../common/dom.js";
import { digitsOf, layoutOf } from "../../common/layout.js";
import { open } from "../app.js";
import { learn, told } from "../commands.js";
import { begin, newId } from "../game.js";
import { fromFragment } from "../share.js";
import { fromSheet } from "../sheet.js";
import { say } from "../telling.js";
import { choice, field, openDialog } from "./dialog.js";

const SIZES = [4, 6, 9, 16, 25];

export function readDialog() {
  const text = make("textarea", { id: "read-text", class: "wide", rows: 8, placeholder: "53..7....6..195....98....6.8...6...3 …", spellcheck: false });
  const file = make("input", { type: "file", id: "read-file" });
  const layout = make("input", { id: "read-layout", placeholder: "found by itself; or 9+diagonals, 2x3, jigsaw:…" });
  const body = [
    field("Paste a puzzle in any form", text),
    make("div", { class: "fields" }, field("or open a file", file), field("Layout", layout)),
    make("p", { class: "soft" }, "You can also drop a file anywhere on the page."),
    make("div", { class: "fields" }, field("or enter it on an empty board of", choice("read-size", SIZES.map((n) => [String(n), `${n}×${n}`]), "9"))),
  ];
  openDialog("Enter your own", body, [
    { name: "Read", first: true, run: () => readFields(text, file, layout) },
    { name: "Empty board", run: () => emptyBoard(layout.value.trim() || byId("read-size").value) },
    { name: "Close" },
  ]);
  text.focus();
}

async function readFields(text, file, layout) {
  if (file.files.length) return (await readFile(file.files[0])) ?? false;
  return (await readText(text.value, layout.value.trim())) ?? false;
}

/** An empty board on which digits become clues. */
export async function emptyBoard(word) {
  return told(async () => {
    layoutOf(word);
    open(begin({ layout: word, setting: true }), "Enter the clues, then start.");
    return true;
  });
}

export const readFile = (file) => told(async () => choose(await sendFile("/api/parse", file)));

/** @param {string} text @param {string} [layout] */
export const readText = (text, layout) => told(async () => {
  if (!text.trim()) throw new Error("There is nothing to read: paste a puzzle or choose a file.");
  try {
    return choose(await ask("/api/parse", layout ? { text, layout } : { text }));
  } catch (error) {
    if (error.kind !== "offline") throw error;
    return readHere(text.trim(), layout);
  }
});

/** Without the server links of our own and one-line puzzles can still be read. */
async function readHere(text, layout) {
  const shared = text.includes("#") ? await fromFragment(text.slice(text.indexOf("#"))) : null;
  if (shared) {
    open(shared, "Read.");
    return true;
  }
  const line = text.replace(/\s/g, "");
  const word = layout || String(Math.round(Math.sqrt(line.length)));
  const clues = digitsOf(line, layoutOf(word).size);
  if (!clues) throw new Error("Without the server only one-line puzzles and links of Ninefold can be read.");
  open(begin({ layout: word, clues, info: { level: "own" } }), "Read.");
  return true;
}

function choose({ sheets, errors, notes, total }) {
  if (!sheets.length) throw new Error(errors[0]?.message ?? "No puzzle was found.");
  const said = [...errors.map(({ message }) => message), ...notes].slice(0, 3).join("; ");
  if (sheets.length === 1) {
    openSheet(sheets[0], said || "Read.", errors.length ? "bad" : "");
    return true;
  }
  const items = sheets.slice(0, 200).map((sheet, index) => make("li", {}, make("button", {
    type: "button", onclick: () => { openSheet(sheet); dialog.close(); },
  }, sheet.meta?.name || `Puzzle ${index + 1}`, make("span", { class: "soft mono" }, sheet.clues.slice(0, 27)))));
  const dialog = openDialog(`${total} puzzles`, [make("p", {}, said || "Choose one."), make("ul", { class: "list" }, items)]);
  return true;
}

/** Plays a sheet. */
function openSheet(sheet, words = "", kind = "") {
  const game = fromSheet(sheet, newId());
  if (!game.info.level) game.info.level = "own";
  open(game);
  say(words, kind);
  learn();
}

/** Files dropped anywhere on the page. */
export function acceptDrops() {
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("drop-here");
  });
  document.addEventListener("dragleave", () => document.body.classList.remove("drop-here"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("drop-here");
    const [file] = event.dataTransfer?.files ?? [];
    if (file) readFile(file);
    else if (event.dataTransfer?.getData("text")) readText(event.dataTransfer.getData("text"));
  });
  document.addEventListener("paste", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea") || document.querySelector("dialog[open]")) return;
    const text = event.clipboardData?.getData("text") ?? "";
    if (text.trim()) readText(text);
  });
}
