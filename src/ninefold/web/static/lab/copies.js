// Buttons that copy what makes a picture again. That it was copied is said beside them, where it moves nothing.

import { make, showText } from "../common/dom.js";

/** @param {[name: string, text: () => string, told: string][]} copies @param {HTMLElement[]} [more] further buttons */
export function createCopies(copies, more = []) {
  const told = make("span", { class: "copied soft", role: "status" });
  const put = async (text, words) => {
    told.textContent = "";
    try {
      await navigator.clipboard.writeText(text);
      told.textContent = words;
    } catch {
      showText("Copy", text); // the browser refuses: it can be copied by hand
    }
  };
  const buttons = copies.map(([name, text, words]) => make("button", { type: "button", onclick: () => put(text(), words) }, name));
  return {
    element: make("div", { class: "buttons" }, buttons, more, told),
    buttons,
    /** Takes back that something was copied: it is out of date. */
    hush: () => (told.textContent = ""),
  };
}
