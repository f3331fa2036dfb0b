// Confirmation before something is deleted.

import { make } from "./dom.js";

/** Replaces the content of an element with a question; Cancel, which has the focus, restores it.
 * @param {HTMLElement} place the element that holds the pressed button @param {string} question
 * @param {string} yes the name of the button that confirms @param {() => any} run what it does */
export function confirm(place, question, yes, run) {
  const before = [...place.childNodes];
  const pressed = document.activeElement;
  const restore = () => {
    place.replaceChildren(...before);
    if (pressed instanceof HTMLElement) pressed.focus();
  };
  const cancel = make("button", { type: "button", onclick: restore }, "Cancel");
  place.replaceChildren(make("span", { class: "question", role: "alert" }, question),
    make("button", { type: "button", class: "danger", "aria-label": `${yes}: ${question}`, onclick: run }, yes), cancel);
  cancel.focus();
}
