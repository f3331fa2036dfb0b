// Statistics, saved games, and the key table.

import { ask } from "../../common/api.js";
import { make } from "../../common/dom.js";
import { forgetGame, keptGame, open } from "../app.js";
import { spoken } from "../clock.js";
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

const stateOf = ({ solved, seconds, saved }) =>
  `${solved ? "solved, " : ""}${seconds ? `${spoken(seconds * 1000)}, ` : ""}${new Date(saved).toLocaleString()}`;

const NO_GAMES = "No saved games yet.";

export const gamesDialog = () => told(async () => {
  const { games } = await ask("/api/games");
  const list = make("ul", { class: "list" });
  const forget = (game, item) => told(async () => {
    await forgetGame(game.id);
    const next = item.nextElementSibling ?? item.previousElementSibling;
    item.remove();
    if (next) next.querySelector("button").focus();
    else list.replaceWith(make("p", {}, NO_GAMES));
  });
  const show = (game) => told(async () => {
    open(await keptGame(game.id));
    dialog.close();
  });
  for (const game of games) {
    const name = game.name || game.layout, state = make("span", { class: "soft" }, stateOf(game));
    const item = make("li", {}, make("button", { type: "button", onclick: () => show(game) }, name, state), make("button", {
      type: "button", class: "forget", "aria-label": `Forget ${name}, ${stateOf(game)}`, onclick: () => forget(game, item),
    }, "Forget"));
    list.append(item);
  }
  const dialog = openDialog("Games", [games.length ? list : make("p", {}, NO_GAMES)]);
});
