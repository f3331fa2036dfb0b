// Practice: one position after another in which the technique is the next useful step.

import { byId, make } from "../common/dom.js";
import { createExercise } from "./exercise.js";
import { GOAL, progressOf, record } from "./progress.js";
import { fetchPosition, nameInSentence } from "./technique.js";

/** @param {HTMLElement} host @param {import("./main.js").Lesson} lesson */
export async function showPractice(host, lesson) {
  const score = make("span", { class: "score soft", role: "status" });
  const place = make("div", { class: "place" });
  const about = make("p", { class: "soft" });
  const name = nameInSentence(lesson.title);
  const tell = () => {
    const { found, tried } = progressOf(lesson.name);
    score.textContent = tried ? `${found} of ${tried} found${found >= GOAL ? ", learnt" : ""}` : "";
  };
  host.replaceChildren(
    make("div", { class: "bar" }, make("h1", {}, `Practise: ${name}`), score, make("a", { class: "button chip", href: "#" }, "Back to the lesson")), about, place);
  let last = 0;

  async function next() {
    byId("message").textContent = "";
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    last = another(lesson.next.length ? lesson.next : Array.from({ length: lesson.positions }, (_, index) => index + 1), last);
    const task = await fetchPosition(lesson.name, { number: last, seed });
    about.textContent = task.is_next ? "Nothing easier is left to do here." : lesson.never ? "There are always easier steps as well; find this one." : "There may be easier steps here too; find this one.";
    const more = make("button", { type: "button", onclick: () => next() }, "Next position");
    const exercise = createExercise(task, { label: "Position to practise on", name, onEnd: (found) => {
      record(lesson.name, found);
      more.classList.add("first");
      more.focus();
      tell();
    } });
    exercise.buttons.append(more);
    place.replaceChildren(exercise.figure);
    exercise.focus();
  }

  tell();
  await next();
}

/** One of some numbers, another than the last if there is one. @param {number[]} numbers @param {number} last */
function another(numbers, last) {
  const others = numbers.filter((number) => number !== last || numbers.length === 1);
  return others[Math.floor(Math.random() * others.length)];
}
