// The page of one technique: what it is, a picture, why it is valid, how to look for it, and three positions to try.

import { call, withNumbers } from "../common/backend.js";
import { createBoard } from "../common/board.js";
import { make, sentence } from "../common/dom.js";
import { layoutOf } from "../common/layout.js";
import { roam } from "../common/roam.js";
import { bitsOf, positionView, showLegend } from "../common/step.js";
import { createExercise } from "./exercise.js";
import { progressOf, record } from "./progress.js";

/** @typedef {import("./main.js").Lesson} Lesson */

const TRIES = 3;

/** A position of a technique. @param {string} name @param {Record<string, any>} query @returns {Promise<import("./exercise.js").Task>} */
export async function fetchPosition(name, query) {
  const task = await call(`/api/techniques/${name}/position?${new URLSearchParams(query)}`);
  return withNumbers(task, task.grid.size);
}

/** @param {HTMLElement} host @param {Lesson} lesson @param {import("./main.js").Table} table */
export async function showTechnique(host, lesson, table) {
  const lead = make("div", { class: "lead" },
    make("div", { class: "text" }, make("h1", {}, lesson.title), meta(lesson), make("p", {}, lesson.about)),
    make("div", { class: "text" }, section("Why it is valid", make("p", {}, lesson.why)), practise(lesson)));
  const tries = make("div", { class: "tries" });
  const parts = [lead, section("How to look for it", lookList(lesson.look))];
  if (lesson.never) parts.push(section("Never the next step", make("p", {}, lesson.never)));
  parts.push(section("Try it", make("p", { class: "soft" }, instructions(lesson)), tries), neighbours(lesson, table));
  host.replaceChildren(...parts);
  await showExample(lead, lesson);
  for (let number = 2; number <= Math.min(lesson.positions, TRIES + 1); number++) await addTry(tries, lesson, number);
}

const section = (title, ...children) => make("section", {}, make("h2", {}, title), ...children);

function meta({ level, explainer, aliases, assumes_unique: unique, layouts }) {
  const parts = [level, explainer && `rating ${explainer}`, unique && "assumes one solution", layouts !== "any" && `${layouts.replace("x", "×")} only`,
                 aliases.length && `also called ${aliases.join(", ")}`];
  const text = parts.filter(Boolean).join(" · ");
  return make("p", { class: "meta" }, `${text.charAt(0).toUpperCase()}${text.slice(1)}`);
}

/** The advice as numbered points, one per sentence. */
function lookList(text) {
  const points = text.match(/[^.]+(?:\.(?!\s|$)[^.]*)*\.?/g) ?? [text];
  return make("ol", { class: "look" }, points.map((point) => make("li", {}, make("span", {}, point.trim()))));
}

function practise(lesson) {
  const { found, tried } = progressOf(lesson.name);
  return make("div", { class: "buttons" }, make("a", { class: "button first", href: "#practice" }, "Practise"),
    tried ? make("span", { class: "small soft" }, `${found} of ${tried} found`) : null);
}

const instructions = (lesson) => `Find the ${lesson.title.charAt(0).toLowerCase() === lesson.title.charAt(0) ? lesson.title : nameInSentence(lesson.title)} in each position. Click a candidate, or type its digit in a cell, to pick what the step ${lesson.family === "singles" || lesson.family === "direct" ? "places" : "removes"}; then check, or show the answer.`;

/** A title inside a sentence: "skyscraper", but "X-wing" and "ALS-XZ". @param {string} title */
export const nameInSentence = (title) => (/^[A-Z][a-z]/.test(title) && !/^(Death|Sue|Gurth|Nishio)/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title);

/** The picture, its sentence and its legend. */
async function showExample(lead, lesson) {
  const task = await fetchPosition(lesson.name, { number: 1 });
  const [step] = task.steps;
  const host = make("div", { class: "picture" });
  const legend = make("ul", { class: "legend" });
  lead.firstElementChild.after(make("figure", {}, host, make("figcaption", {}, legend)), make("div", { class: "text" },
    make("p", {}, "In the picture: ", ...sentence(step.text)), make("p", { class: "notation" }, step.eureka || step.notation)));
  showLegend(legend, step);
  const layout = layoutOf(task.clues.layout);
  const position = { clues: task.clues.digits, digits: task.grid.digits, candidates: bitsOf(task.candidates) };
  let focus = step.places[0]?.cell ?? step.removes[0]?.cell ?? 0;
  const board = createBoard(host, { label: `Example: ${lesson.title}`, touch: ({ cell, phase }) => {
    focus = cell;
    if (phase === "down") board.focus(cell);
    show();
  } });
  const show = () => board.show(positionView(layout, position, { step, focus }));
  roam(board, () => ({ cell: focus, size: layout.size }));
  show();
}

async function addTry(tries, lesson, number) {
  const task = await fetchPosition(lesson.name, { number });
  const { figure } = createExercise(task, { label: `Position ${number - 1}`, name: nameInSentence(lesson.title), onEnd: (found) => record(lesson.name, found) });
  tries.append(figure);
}

/** Links to the techniques before and after this one. */
function neighbours(lesson, { techniques }) {
  const at = techniques.findIndex(({ name }) => name === lesson.name);
  const to = (one, words) => (one ? make("a", { href: `/learn/${one.name}` }, `${words}: ${one.title}`) : null);
  return make("nav", { class: "around", "aria-label": "More techniques" }, to(techniques[at - 1], "Previous"), to(techniques[at + 1], "Next"), make("a", { href: "/learn" }, "All techniques"));
}
