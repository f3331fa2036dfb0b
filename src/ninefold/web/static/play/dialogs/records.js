// Statistics, saved games, and the key table.

import { ask } from "../../common/api.js";
import { make } from "../../common/dom.js";
import { open, titleOf } from "../app.js";
import { spoken } from "../clock.js";
import { fromSheet } from "../sheet.js";
import { told } from "../commands.js";
import { forgetResults, results, summary } from "../store.js";
import { openDialog } from "./dialog.js";

const KEYS = [
  ["Move", "arrows"], ["Extend the selection", "Shift or Ctrl + arrow"], ["Place a digit", "1–9, letters above 9"],
  ["Corner mark", "Shift + digit"], ["Centre mark", "Ctrl + digit"], ["Colour", "Ctrl + Shift + digit"],
  ["Clear", "Backspace, Delete, 0"], ["Mode: digit, corner, centre, colour", "Z X C V"], ["Next mode", "Space"],
  ["Undo", "Ctrl + Z"], ["Redo", "Ctrl + Y, Ctrl + Shift + Z"], ["Select all, none", "Ctrl + A, Esc"],
  ["Add a cell", "Ctrl + click, or drag"], ["All of the same digit", "double click"], ["Check", "Enter"],
  ["Hint", "?"], ["Pause", "P"], ["These keys", "F1"],
];

export function keysDialog() {
  openDialog("Keys", [make("div", { class: "keys" }, KEYS.map(([what, keys]) => make("div", {}, make("span", {}, what), make("kbd", {}, keys))))]);
}

export function statisticsDialog() {
  const rows = summary(results());
  const time = (seconds) => spoken(seconds * 1000);
  const head = ["Board", "Level", "Solved", "Without hints", "Best", "Mean"];
  const table = make("table", { id: "statistics-table" },
    make("thead", {}, make("tr", {}, head.map((name, i) => make("th", { class: i > 1 ? "number" : "", scope: "col" }, name)))),
    make("tbody", {}, rows.map((row) => make("tr", {},
      [row.layout, row.level || "any", row.solved, row.unaided, time(row.best), time(row.mean)].map((value, i) =>
        make("td", { class: i > 1 ? "number" : "" }, String(value)))))));
  openDialog("Statistics", [rows.length ? make("div", { class: "scroll" }, table) : make("p", {}, "Nothing solved yet.")],
    [{ name: "Close" }, ...(rows.length ? [{ name: "Forget all", run: forgetResults }] : [])]);
}

export const gamesDialog = () => told(async () => {
  const { games } = await ask("/api/games");
  const items = games.map(({ id, name, saved, solved, sheet }) => make("li", {}, make("button", {
    type: "button",
    onclick: () => told(async () => {
      open(fromSheet(sheet, id));
      dialog.close();
    }),
  }, name || titleOf(fromSheet(sheet, id)), make("span", { class: "soft" }, `${solved ? "solved, " : ""}${new Date(saved).toLocaleString()}`))));
  const dialog = openDialog("Games", [games.length ? make("ul", { class: "list" }, items) : make("p", {}, "No saved games yet.")]);
});
