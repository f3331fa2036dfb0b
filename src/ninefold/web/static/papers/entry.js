// A board of text boxes, as in the papers' programs: any text can be typed, and is checked when it is used.

import { make } from "../common/dom.js";
import { layoutOf } from "../common/layout.js";

/** @param {HTMLElement} host @param {number} size */
export function createEntry(host, size) {
  const { boxOf } = layoutOf(String(size));
  const boxes = boxOf.map((box, cell) => make("input", {
    type: "text", inputMode: "numeric", autocomplete: "off", spellcheck: false, maxLength: 8,
    class: (Math.floor(box / Math.sqrt(size)) + (box % Math.sqrt(size))) % 2 ? "odd" : "even",
    "aria-label": `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}`,
  }));
  const board = make("div", { class: "entry-board", role: "group", "aria-label": `${size} by ${size} board` }, boxes);
  board.style.setProperty("--n", String(size));
  board.addEventListener("keydown", (event) => {
    const at = boxes.indexOf(/** @type {any} */ (event.target));
    const step = { ArrowUp: -size, ArrowDown: size, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (at < 0 || !step || (Math.abs(step) === 1 && boxes[at].value.length > 1)) return;
    event.preventDefault();
    boxes[(at + step + size * size) % (size * size)].focus();
  });
  host.append(board);

  return {
    /** The texts typed, cell by cell. */
    read: () => boxes.map((box) => box.value.trim()),
    /** Shows a grid: clues bold and fixed, other cells free. @param {number[]} clues */
    start(clues) {
      boxes.forEach((box, cell) => put(box, clues[cell], clues[cell] ? "clue" : "", Boolean(clues[cell])));
    },
    /** Fills the cells without a clue in another colour, and fixes them. @param {number[]} digits */
    fill(digits) {
      boxes.forEach((box, cell) => !box.classList.contains("clue") && put(box, digits[cell], "solved", true));
    },
    clear() {
      boxes.forEach((box) => put(box, 0, "", false));
    },
    /** Locks or unlocks the cells without a clue. */
    lock(locked) {
      boxes.forEach((box) => !box.classList.contains("clue") && (box.readOnly = locked));
    },
    clues: () => boxes.map((box) => (box.classList.contains("clue") ? Number(box.value) : 0)),
    focus: () => boxes.find((box) => !box.readOnly)?.focus(),
  };
}

function put(box, digit, kind, fixed) {
  box.value = digit ? String(digit) : "";
  box.classList.remove("clue", "solved");
  if (kind) box.classList.add(kind);
  box.readOnly = fixed;
}

/** The typed grid, or an error message that names the first invalid cell. Nothing is evaluated as code.
 * @param {string[]} typed @param {number} size @returns {{digits: number[], fault: string}} */
export function readBoard(typed, size) {
  const digits = [];
  for (const [cell, text] of typed.entries()) {
    const where = `row: ${Math.floor(cell / size) + 1}, column: ${(cell % size) + 1}`;
    if (text && !/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)) return { digits: [], fault: `Non numeric value found at ${where}` };
    if (text && (!/^[1-9]$/.test(text) || Number(text) > size)) return { digits: [], fault: `Invalid input found at ${where}` };
    digits.push(text ? Number(text) : 0);
  }
  return { digits, fault: "" };
}

/** A box with a message and an OK button. @param {string} title @param {string} text */
export function messageBox(title, text) {
  document.querySelector("dialog.message-box")?.remove(); // a new message replaces the last one, as in the paper
  const dialog = make("dialog", { class: "message-box", "aria-label": title }, make("h2", {}, title), make("p", {}, text),
    make("form", { method: "dialog" }, make("button", { class: "first" }, "OK")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
