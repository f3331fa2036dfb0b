// The key table: from a key press to what is meant by it. Pure: nothing is done here.
//
// Digits are read through `event.code`, so that Shift+digit works on every keyboard. Where a letter is a digit of
// the board (A is 10), it is a digit; Space and the buttons still change the mode.

import { digitOf } from "../common/layout.js";

const MODES = { KeyZ: "digit", KeyX: "corner", KeyC: "centre", KeyV: "colour" };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const WASD = { KeyW: [-1, 0], KeyS: [1, 0], KeyA: [0, -1], KeyD: [0, 1] };

export const ORDER = ["digit", "corner", "centre", "colour"];

/** @typedef {{code: string, key: string, shiftKey: boolean, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} Press */

/** What a key press means, or null.
 * @param {Press} press @param {{size: number, wasd?: boolean}} board @returns {Record<string, any> | null} */
export function meaning(press, { size, wasd = false }) {
  if (press.altKey) return null;
  const control = press.ctrlKey || press.metaKey;
  return move(press, control, wasd, size) ?? digit(press, control, size) ?? (control ? command(press) : plain(press));
}

function move(press, control, wasd, size) {
  const step = ARROWS[press.code] ?? (wasd && !control && !letterDigit(press, size) ? WASD[press.code] : undefined);
  if (step) return { want: "move", step, extend: press.shiftKey || control };
  if (press.code === "Home" || press.code === "End") {
    return { want: "edge", end: press.code === "End", all: control };
  }
  return null;
}

function letterDigit(press, size) {
  return press.code.startsWith("Key") ? digitOf(press.code.slice(3), size) : 0;
}

function digit(press, control, size) {
  const read = /^(?:Digit|Numpad)(\d)$/.exec(press.code);
  let digit = read ? Number(read[1]) : 0;
  if (read && digit === 0) return control ? null : { want: "clear" };
  // With Ctrl a letter is the browser's own: Ctrl+C copies, Ctrl+A selects all.
  if (!read && !control) digit = letterDigit(press, size);
  if (!digit || digit > size) return null;
  return { want: "enter", digit, mode: heldMode(press) };
}

/** The mode that the held keys ask for, or null for the mode that is set. */
export function heldMode(press) {
  const control = press.ctrlKey || press.metaKey;
  if (control && press.shiftKey) return "colour";
  return control ? "centre" : press.shiftKey ? "corner" : null;
}

function command(press) {
  if (press.code === "KeyZ") return { want: press.shiftKey ? "redo" : "undo" };
  if (press.code === "KeyY") return { want: "redo" };
  if (press.code === "KeyA") return { want: "all" };
  return null;
}

function plain(press) {
  if (press.key === "?") return { want: "hint" };
  if (press.code in MODES) return { want: "mode", mode: MODES[press.code] };
  switch (press.code) {
    case "Space": return { want: "next-mode", back: press.shiftKey };
    case "Backspace":
    case "Delete":
    case "NumpadDecimal": return { want: "clear" };
    case "Escape": return { want: "none" };
    case "Enter":
    case "NumpadEnter": return { want: "check" };
    case "KeyP": return { want: "pause" };
    case "F1": return { want: "shortcuts" };
    default: return null;
  }
}
