// Buttons that copy a link, command or program for a result, with a confirmation beside them.

import { copyText, make } from "../common/dom.js";

/** @param {[name: string, text: () => string, done: string][]} copies @param {HTMLElement[]} [more] further buttons */
export function createCopies(copies, more = []) {
  const status = make("span", { class: "copied soft", role: "status" });
  const copy = async (text, done) => {
    status.textContent = "";
    if (await copyText(text)) status.textContent = done;
  };
  const buttons = copies.map(([name, text, done]) => make("button", { type: "button", onclick: () => copy(text(), done) }, name));
  return {
    element: make("div", { class: "buttons" }, buttons, more, status),
    buttons,
    /** Clears the confirmation, because the result has changed. */
    clear: () => (status.textContent = ""),
  };
}
