// Telling the player: in the message line, and in the dialog that stands before it.

import { byId, say as sayBelow } from "../common/dom.js";

let last = "";
let passing = false;

/** Says something. Behind an open dialog the message line is neither seen nor heard, so the dialog says it as well.
 * @param {string} text @param {string} [kind] "good", "bad" or neither */
export function say(text, kind = "") {
  [last, passing] = [text, false];
  sayBelow(text, kind);
  byId("message").classList.remove("heard");
  const line = [...document.querySelectorAll("dialog[open] > .told")].at(-1);
  if (!(line instanceof HTMLElement)) return;
  line.textContent = text;
  line.dataset.kind = kind;
  line.scrollIntoView({ block: "nearest" });
}

/** Says something of the board as it stands, which the next move takes back.
 * @param {string} text @param {string} [kind] */
export function remark(text, kind = "") {
  say(text, kind);
  passing = true;
}

/** Takes a remark back. */
export function hush() {
  if (passing) say("");
}

/** What was said last. */
export const said = () => last;
