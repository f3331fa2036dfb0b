// The dialog to share and export: links, text, files and pictures.

import { call, fetchFile } from "../../common/backend.js";
import { byId, copyText, download, make } from "../../common/dom.js";
import { writable } from "../../common/formats.js";
import { layoutOf, lineOf } from "../../common/layout.js";
import { reportErrors } from "../commands.js";
import { linkOf, puzzleOf, textOf } from "../exchange.js";
import { digitsOn } from "../game.js";
import { show } from "../messages.js";
import { dispatch, state } from "../state.js";
import { checkbox, choice, field, openDialog } from "./dialog.js";

const ONLY_HERE = "This link works on this machine only. "
  + "To send the puzzle to someone, copy a link for SudokuPad or f-puzzles.";

const button = (name, run, first = false) =>
  make("button", { type: "button", class: first ? "first" : undefined, onclick: () => reportErrors(run) }, name);

const include = () => checkbox("share-whole", "Include my entries, marks and colours", true);

export function shareDialog() {
  const link = make("textarea", { id: "share-link", class: "wide", rows: 3, readOnly: true, "aria-label": "link" });
  const refresh = () => (link.value = linkOf(state.game, byId("share-whole").checked));
  const grid = () => textOf(digitsOn(state.game), layoutOf(state.game.layout).size);
  openDialog("Share", [
    field("Link (the address holds the puzzle; nothing is uploaded)", link),
    isLocal(location.hostname) ? make("p", { class: "soft", id: "share-local" }, ONLY_HERE) : null,
    include(),
    make("div", { class: "buttons" },
      button("Copy link", () => copy(link.value, "Link copied."), true),
      button("Copy SudokuPad link", () => copyFor("scl-link", "SudokuPad link copied.")),
      button("Copy f-puzzles link", () => copyFor("fpuzzles-link", "f-puzzles link copied.")),
      button("Copy grid as text", () => copy(grid(), "Grid copied."))),
  ].filter(Boolean));
  byId("share-whole").addEventListener("change", refresh);
  refresh();
}

export async function exportDialog() {
  const { formats } = await call("/api/formats").catch(() => ({ formats: [] }));
  const kind = choice("share-format", kinds(formats));
  openDialog("Export", [field("Save as", kind)], [
    { name: "Save", first: true, run: () => reportErrors(() => save(kind.value)).then(() => false) }, { name: "Close" }]);
}

/** Whether an address means the machine itself, and so another machine for everyone else. */
const isLocal = (host) => host === "localhost" || host === "[::1]" || host.startsWith("127.");

/** The formats a game can be saved in, as [value, text] pairs. A value starts with what writes it: here, draw, file. */
function kinds(formats) {
  const here = [["game", "This game with its history (.json)"], ["text", "One line of text (.txt)"]];
  const pictures = [["svg", "Picture (.svg)"], ["png", "Picture (.png)"], ["pdf", "Picture (.pdf)"]];
  const files = writable(formats);
  const by = (who, pairs) => pairs.map(([value, text]) => [`${who}:${value}`, text]);
  return [...by("here", here), ...by("draw", pictures), ...by("file", files)];
}

async function copy(text, done) {
  if (await copyText(text)) dispatch(show(done));
}

/** Copies the puzzle as a link for another program, with entries and marks if chosen. */
async function copyFor(format, done) {
  const { play, ...puzzle } = puzzleOf(state.game, byId("share-whole").checked);
  const { blob, lost } = await fetchFile("/api/export", { puzzles: [puzzle], format });
  await copy((await blob.text()).trim(), lost ? `${done} Not included: ${lost}.` : done);
}

async function save(value) {
  const [kind, format] = value.split(":");
  const puzzle = puzzleOf(state.game);
  if (value === "here:game") return download("game.json", JSON.stringify(puzzle), "application/json");
  if (value === "here:text") return download("puzzle.txt", `${lineOf(state.game.clues)}\n`);
  const body = kind === "draw" ? { puzzle, format } : { puzzles: [puzzle], format };
  const { blob, name, lost } = await fetchFile(kind === "draw" ? "/api/draw" : "/api/export", body);
  download(kind === "draw" ? `puzzle.${format}` : name, blob);
  if (lost) dispatch(show(`Saved. This format does not include: ${lost}.`));
}
