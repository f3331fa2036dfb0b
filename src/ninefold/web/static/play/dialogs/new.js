// The dialog for a new puzzle: level, size, layout, symmetry; generated or from the library.

import { byId, make } from "../../common/dom.js";
import { about } from "../../common/page.js";
import { newPuzzle, reportErrors } from "../commands.js";
import { choice, field, openDialog, checkbox } from "./dialog.js";

const LAST = "ninefold.new";
const LAYOUTS = [["", "standard"], ["+diagonals", "diagonals"], ["+windows", "windows"], ["+diagonals+windows", "diagonals and windows"]];
const SIZES = [4, 6, 9, 16, 25];

/** The choices made last time. */
function last() {
  try {
    return JSON.parse(localStorage.getItem(LAST) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

export async function newDialog() {
  const server = await about();
  const choices = { size: "9", level: "easy", extra: "", symmetric: true, from: "fresh", minimal: false, ...last() };
  const levels = (server?.levels ?? ["any", "easy", "medium", "hard"]).map((level) => [level, level]);
  const body = [
    make("div", { class: "fields" },
      field("Level", choice("new-level", levels, choices.level)),
      field("Size", choice("new-size", SIZES.map((size) => [String(size), `${size}×${size}`]), choices.size)),
      field("Layout", choice("new-extra", LAYOUTS, choices.extra)),
      field("From", choice("new-from", [["fresh", "generated"], ...(server?.library ? [["library", "the library"]] : [])], choices.from)),
      field("Seed (repeats a puzzle)", make("input", { id: "new-seed", inputMode: "numeric", placeholder: "random" }))),
    checkbox("new-symmetric", "Symmetric clues", choices.symmetric),
    checkbox("new-minimal", "Minimal (every clue is needed)", choices.minimal),
  ];
  const dialog = openDialog("New puzzle", body, [{ name: "Create", first: true, run: () => create() }, { name: "Close" }]);
  const generated = ["new-symmetric", "new-minimal", "new-seed"].map(byId); // options that stored puzzles do not have
  const disable = () => generated.forEach((control) => (control.disabled = byId("new-from").value === "library"));
  byId("new-from").addEventListener("change", disable);
  disable();
  byId("new-level").focus();
  return dialog;
}

async function create() {
  const value = (id) => byId(id).value;
  const choices = {
    size: value("new-size"), level: value("new-level"), extra: value("new-extra"), from: value("new-from"),
    symmetric: byId("new-symmetric").checked, minimal: byId("new-minimal").checked,
  };
  try {
    localStorage.setItem(LAST, JSON.stringify(choices));
  } catch { /* the dialog then opens with the defaults */ }
  const seed = /^\d{1,15}$/.test(value("new-seed")) ? { seed: Number(value("new-seed")) } : {};
  const level = choices.from === "library" && choices.level === "any" ? {} : { level: choices.level }; // stored puzzles have their own levels
  reportErrors(() => newPuzzle({
    layout: choices.size + choices.extra, ...level, symmetry: choices.symmetric ? "rotational" : "none",
    minimal: choices.minimal, from: choices.from, ...seed,
  }));
}
