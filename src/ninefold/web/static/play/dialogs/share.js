// Share and export: a link that carries the puzzle, text to copy, files in every format, pictures.

import { ask, askFile } from "../../common/api.js";
import { byId, copy, download, make, say } from "../../common/dom.js";
import { layoutOf, lineOf } from "../../common/layout.js";
import { app } from "../app.js";
import { told } from "../commands.js";
import { standing } from "../game.js";
import { linkOf } from "../share.js";
import { textOf, toSheet } from "../sheet.js";
import { choice, field, openDialog, tick } from "./dialog.js";

export async function shareDialog() {
  const whole = tick("share-whole", "with my entries, marks and colours", true);
  const link = make("textarea", { id: "share-link", class: "wide", rows: 3, readOnly: true, "aria-label": "link" });
  const refresh = () => (link.value = linkOf(app.game, byId("share-whole").checked));
  const formats = await ask("/api/formats").catch(() => ({ formats: [] }));
  const files = formats.formats.filter(({ writes }) => writes).map(({ name, about }) => [name, `${name}: ${about}`]);
  const pictures = [["svg", "picture: SVG"], ["png", "picture: PNG"], ["pdf", "picture: PDF"]];
  const here = [["game", "this game, with its history (JSON)"], ["text", "one line of text"]];
  const kind = choice("share-format", [...here, ...pictures, ...files].map(([value, text], i) => [i < here.length ? `here:${value}` : i < here.length + 3 ? `draw:${value}` : `file:${value}`, text]));
  openDialog("Share and export", [
    field("A link: the puzzle is in the address, nothing is stored anywhere", link), whole,
    make("div", { class: "buttons" },
      make("button", { type: "button", class: "first", onclick: () => copy(link.value, "Link copied.") }, "Copy link"),
      make("button", { type: "button", onclick: () => copy(textOf(standing(app.game), layoutOf(app.game.layout).size), "Grid copied.") }, "Copy grid as text")),
    make("div", { class: "fields" }, field("Save as", kind)),
  ], [{ name: "Save", run: () => told(() => save(kind.value)).then(() => false) }, { name: "Close" }]);
  whole.addEventListener("change", refresh);
  refresh();
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
