// New puzzle: level, size, layout, symmetry; freshly made or from the library.

import { byId } from "../../common/dom.js";
import { make } from "../../common/dom.js";
import { about } from "../../common/page.js";
import { newPuzzle, told } from "../commands.js";
import { choice, field, openDialog, tick } from "./dialog.js";

const LAST = "ninefold.new";
const LAYOUTS = [["", "plain"], ["+diagonals", "with diagonals"], ["+windows", "with windows"], ["+diagonals+windows", "with both"]];
const SIZES = [4, 6, 9, 16, 25];

function last() {
  try {
    return JSON.parse(localStorage.getItem(LAST) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

export async function newDialog() {
  const server = await about();
  const wish = { size: "9", level: "easy", extra: "", symmetric: true, from: "fresh", minimal: false, ...last() };
  const levels = (server?.levels ?? ["any", "easy", "medium", "hard"]).map((level) => [level, level]);
  const body = [
    make("div", { class: "fields" },
      field("Level", choice("new-level", levels, wish.level)),
      field("Size", choice("new-size", SIZES.map((size) => [String(size), `${size}×${size}`]), wish.size)),
      field("Layout", choice("new-extra", LAYOUTS, wish.extra)),
      field("From", choice("new-from", [["fresh", "freshly made"], ...(server?.library ? [["library", "the library"]] : [])], wish.from)),
      field("Seed (for the same puzzle again)", make("input", { id: "new-seed", inputMode: "numeric", placeholder: "any" }))),
    tick("new-symmetric", "Symmetric clues", wish.symmetric),
    tick("new-minimal", "Minimal: no clue to spare", wish.minimal),
  ];
  const dialog = openDialog("New puzzle", body, [{ name: "Make it", first: true, run: () => go() }, { name: "Close" }]);
  const made = ["new-symmetric", "new-minimal", "new-seed"].map(byId); // what a kept puzzle cannot be asked for
  const follow = () => made.forEach((control) => (control.disabled = byId("new-from").value === "library"));
  byId("new-from").addEventListener("change", follow);
  follow();
  byId("new-level").focus();
  return dialog;
}

async function go() {
  const value = (id) => byId(id).value;
  const wish = {
    size: value("new-size"), level: value("new-level"), extra: value("new-extra"), from: value("new-from"),
    symmetric: byId("new-symmetric").checked, minimal: byId("new-minimal").checked,
  };
  try {
    localStorage.setItem(LAST, JSON.stringify(wish));
  } catch { /* next time it starts from the usual */ }
  const seed = /^\d{1,15}$/.test(value("new-seed")) ? { seed: Number(value("new-seed")) } : {};
  const level = wish.from === "library" && wish.level === "any" ? {} : { level: wish.level }; // a kept puzzle has a level of its own
  told(() => newPuzzle({
    layout: wish.size + wish.extra, ...level, symmetry: wish.symmetric ? "rotational" : "none",
    minimal: wish.minimal, from: wish.from, ...seed,
  }));
}
