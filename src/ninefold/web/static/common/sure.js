// Asking before something is lost for good.

import { make } from "./dom.js";

/** Puts a question where the button stood that was pressed; the keyboard goes to the answer that changes nothing.
 * @param {HTMLElement} place what the question stands in for @param {string} question @param {string} yes
 * @param {() => any} run what yes does */
export function askFirst(place, question, yes, run) {
  const before = [...place.childNodes];
  const pressed = document.activeElement;
  const back = () => {
    place.replaceChildren(...before);
    if (pressed instanceof HTMLElement) pressed.focus();
  };
  const keep = make("button", { type: "button", onclick: back }, "Keep");
  place.replaceChildren(make("span", { class: "question", role: "alert" }, question),
    make("button", { type: "button", class: "danger", "aria-label": `${yes}: ${question}`, onclick: run }, yes), keep);
  keep.focus();
}
