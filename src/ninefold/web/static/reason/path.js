// The list of steps from the position to the solution.

import { make } from "../common/dom.js";

/** Families that a beginner knows; all other steps are marked as hard. */
const BASIC = new Set(["singles", "direct", "locked", "subsets"]);

/** A step as a row of a list. @param {import("../common/step.js").Step} step @param {string} number @param {() => void} choose */
export function stepRow(step, number, choose) {
  const gain = step.places.length ? step.result : `${step.removes.length} removed`;
  return make("button", { type: "button", class: number && !BASIC.has(step.family) ? "hard" : "", tabIndex: -1, onclick: choose },
    number ? make("span", { class: "no" }, number) : null, make("span", { class: "name" }, number ? step.name : step.result),
    number ? make("span", { class: "gain" }, gain) : null);
}

/** Marks a row as the current one, makes it the one that Tab reaches, and scrolls it into view.
 * @param {HTMLElement} list @param {number} index @param {string} kind of aria-current */
export function selectRow(list, index, kind) {
  const rows = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("button")]);
  rows.forEach((row, at) => {
    row.tabIndex = at === index || (index < 0 && at === 0) ? 0 : -1;
    if (at === index) row.setAttribute("aria-current", kind);
    else row.removeAttribute("aria-current");
  });
  const row = rows[index];
  if (row) list.scrollTop = row.offsetTop - list.clientHeight / 2 + row.clientHeight / 2;
  return row;
}

/** Lets the arrows up and down, Home and End move through a list of rows.
 * @param {HTMLElement} list @param {(index: number) => void} choose */
export function moveByKeys(list, choose) {
  list.addEventListener("keydown", (event) => {
    const rows = [...list.querySelectorAll("button")];
    const at = rows.indexOf(/** @type {any} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (at < 0 || to === undefined || !rows[to]) return;
    event.preventDefault();
    event.stopPropagation();
    choose(to);
    rows[to].focus({ preventScroll: true });
    rows[to].scrollIntoView({ block: "nearest" }); // if it is the page that scrolls, not the list
  });
}

/** `open` is called when a row is pressed, after `go`.
 * @param {HTMLElement} list @param {{go: (index: number) => void, open: () => void}} options */
export function createPath(list, { go, open }) {
  const press = (index) => {
    go(index);
    open();
  };
  moveByKeys(list, go);
  return {
    clear: () => list.replaceChildren(),
    /** Adds steps to the list. @param {import("../common/step.js").Step[]} steps @param {number} before how many it has */
    add: (steps, before) => list.append(...steps.map((step, index) => make("li", {}, stepRow(step, String(before + index + 1), () => press(before + index))))),
    select: (index) => selectRow(list, index, "step"),
  };
}
