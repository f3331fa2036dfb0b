// Share and export: a link that carries the puzzle, links for other programs, text to copy, files, pictures.

import { ask, askFile } from "../../common/api.js";
import { byId, download, make, showText } from "../../common/dom.js";
import { layoutOf, lineOf } from "../../common/layout.js";
import { app } from "../app.js";
import { told } from "../commands.js";
import { standing } from "../game.js";
import { linkOf } from "../share.js";
import { textOf, toSheet } from "../sheet.js";
import { say } from "../telling.js";
import { choice, field, openDialog, tick } from "./dialog.js";

const ONLY_HERE = "The link leads to this machine: elsewhere nobody can open it. "
  + "To send the puzzle to somebody, copy a link for SudokuPad or f-puzzles.";

export async function shareDialog() {
  const formats = await ask("/api/formats").catch(() => ({ formats: [] }));
  const link = make("textarea", { id: "share-link", class: "wide", rows: 3, readOnly: true, "aria-label": "link" });
  const refresh = () => (link.value = linkOf(app.game, byId("share-whole").checked));
  const kind = choice("share-format", kinds(formats.formats));
  const grid = () => textOf(standing(app.game), layoutOf(app.game.layout).size);
  const button = (name, run, first = false) =>
    make("button", { type: "button", class: first ? "first" : undefined, onclick: () => told(run) }, name);
  openDialog("Share and export", [
    field("A link: the puzzle is in the address, nothing is stored anywhere", link),
    isLocal(location.hostname) ? make("p", { class: "soft", id: "share-local" }, ONLY_HERE) : null,
    tick("share-whole", "with my entries, marks and colours", true),
    make("div", { class: "buttons" },
      button("Copy link", () => copied(link.value, "Link copied."), true),
      button("Copy SudokuPad link", () => copyFor("scl-link", "SudokuPad link copied.")),
      button("Copy f-puzzles link", () => copyFor("fpuzzles-link", "f-puzzles link copied.")),
      button("Copy grid as text", () => copied(grid(), "Grid copied."))),
    make("div", { class: "fields" }, field("Save as", kind)),
  ].filter(Boolean), [{ name: "Save", run: () => told(() => save(kind.value)).then(() => false) }, { name: "Close" }]);
  byId("share-whole").addEventListener("change", refresh);
  refresh();
}

/** Whether an address is that of the machine itself, which means another one everywhere else. */
const isLocal = (host) => host === "localhost" || host === "[::1]" || host.startsWith("127.");

/** What a game can be saved as: [value, text] pairs, the value with who makes it. */
function kinds(formats) {
  const here = [["game", "this game, with its history (JSON)"], ["text", "one line of text"]];
  const pictures = [["svg", "picture: SVG"], ["png", "picture: PNG"], ["pdf", "picture: PDF"]];
  const files = formats.filter(({ writes }) => writes).map(({ name, about }) => [name, `${name}: ${about}`]);
  const by = (who, pairs) => pairs.map(([value, text]) => [`${who}:${value}`, text]);
  return [...by("here", here), ...by("draw", pictures), ...by("file", files)];
}

/** Copies text; where the browser refuses, shows it so that it can be copied by hand. */
async function copied(text, words) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return showText("Copy", text);
  }
  return say(words);
}

/** Copies the puzzle as a link of another program, with the entries and marks where they are asked for. */
async function copyFor(format, words) {
  const { play, ...sheet } = toSheet(app.game, byId("share-whole").checked);
  const { blob, lost } = await askFile("/api/export", { sheets: [sheet], format });
  await copied((await blob.text()).trim(), lost ? `${words} It does not keep: ${lost}.` : words);
}

async function save(value) {
  const [kind, format] = value.split(":");
  const sheet = toSheet(app.game);
  if (value === "here:game") return download("game.json", JSON.stringify(sheet), "application/json");
  if (value === "here:text") return download("puzzle.txt", `${lineOf(app.game.clues)}\n`);
  const body = kind === "draw" ? { sheet, format } : { sheets: [sheet], format };
  const { blob, name, lost } = await askFile(kind === "draw" ? "/api/draw" : "/api/export", body);
  download(kind === "draw" ? `puzzle.${format}` : name, blob);
  if (lost) say(`Saved. This format does not keep: ${lost}.`);
}
