// A dialog: title, body, a line for errors, buttons. It is removed when closed.

import { make } from "../../common/dom.js";

/** @param {string} title @param {any[]} body @param {{name: string, first?: boolean, run?: () => any}[]} buttons
 * A button’s `run` may return false to keep the dialog open. */
export function openDialog(title, body, buttons = [{ name: "Close" }]) {
  const heading = make("h2", { id: "dialog-title" }, title);
  const row = make("div", { class: "buttons foot" }, buttons.map(({ name, first, run }) => make("button", {
    type: "button", class: first ? "first" : run ? undefined : "quiet close",
    onclick: async () => {
      if ((await run?.()) !== false) dialog.close();
    },
  }, name)));
  const message = make("p", { class: "message dialog-message", role: "alert" });
  const dialog = make("dialog", { "aria-labelledby": "dialog-title" }, heading, ...body, message, row);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A labelled field. */
export function field(label, control) {
  return make("label", { class: "field" }, label, control);
}

/** A drop-down list of [value, text] pairs. */
export function choice(id, pairs, value) {
  const select = make("select", { id }, pairs.map(([one, text]) => make("option", { value: one }, text)));
  if (value !== undefined && pairs.some(([one]) => one === value)) select.value = value;
  return select;
}

/** Fields for what error messages may request: the layout or size of a puzzle, and its alphabet. `read` skips empty
 * ones. @param {string} id */
export function readingOptions(id) {
  const layout = make("input", { id: `${id}-layout`, placeholder: "detected; or 9, 9+diagonals, 2x3, jigsaw:…" });
  const alphabet = make("input", { id: `${id}-alphabet`, placeholder: "detected; or 1-9A-G" });
  const read = () => Object.fromEntries([["layout", layout.value.trim()], ["alphabet", alphabet.value.trim()]].filter(([, value]) => value));
  return { fields: make("div", { class: "fields" }, field("Size or layout", layout), field("Alphabet", alphabet)), read };
}

/** A checkbox with its label. */
export function checkbox(id, label, checked) {
  return make("label", { class: "line" }, make("input", { type: "checkbox", id, checked }), label);
}
