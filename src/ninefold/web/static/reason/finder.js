// All steps at a position: looked for family by family, so that the easy ones are there at once and the search can be stopped.

import { call } from "../common/backend.js";
import { byId, counted, make } from "../common/dom.js";
import { moveByKeys, selectRow, stepRow } from "./path.js";

/** @typedef {import("../common/step.js").Step} Step */
/** @typedef {{name: string, title: string, family: string}} Technique */

const MOST = 6; // techniques per request
const SOME = 50; // steps per technique in a search for all
const MANY = 1000; // in a search for one
const PATIENCE = 500; // ms

/** `open` is called when a row is pressed, after `choose`.
 * @param {{request: () => any, choose: (step: Step) => void, open: () => void}} options */
export function createFinder({ request, choose, open }) {
  const list = byId("found");
  let known = /** @type {{families: {name: string, title: string}[], techniques: Technique[]}} */ ({ families: [], techniques: [] });
  let steps = /** @type {Step[]} */ ([]);
  let search = /** @type {AbortController | null} */ (null);
  let isDone = false;
  let timer = 0;

  const pick = (index) => {
    selectRow(list, index, "true");
    choose(steps[index]);
  };
  const press = (index) => {
    pick(index);
    open();
  };
  moveByKeys(list, pick);

  async function fillFilter() {
    if (known.techniques.length) return;
    known = await call("/api/techniques");
    byId("filter").append(...known.families.map(({ name, title }) => {
      const own = known.techniques.filter(({ family }) => family === name);
      return make("optgroup", { label: title }, make("option", { value: name }, `All: ${title.toLowerCase()}`),
        own.map((one) => make("option", { value: one.name }, one.title)));
    }));
  }

  /** Starts a search for what the filter says; a search under way ends. */
  async function start() {
    clear();
    const mine = new AbortController();
    search = mine;
    byId("find").textContent = "Stop";
    try {
      await fillFilter();
      await lookFor(parts(byId("filter").value), mine);
    } catch (error) {
      if (error.kind !== "cancelled") byId("progress").textContent = error.message;
    }
    if (search === mine) stop();
  }

  /** The techniques to look for, a few per request: those of one family, the easy ones first. @returns {Technique[][]} */
  function parts(wanted) {
    const all = known.techniques.filter(({ name, family }) => !wanted || name === wanted || family === wanted);
    const found = /** @type {Technique[][]} */ ([]);
    for (const one of all) {
      const last = found.at(-1);
      if (last && last[0].family === one.family && last.length < MOST) last.push(one);
      else found.push([one]);
    }
    return found;
  }

  async function lookFor(all, { signal }) {
    const limit = byId("filter").value ? MANY : SOME;
    const position = request();
    const more = /** @type {string[]} */ ([]);
    for (const [index, part] of all.entries()) {
      byId("progress").textContent = `${counted(steps.length, "step")} so far; looking for ${part[0].title} (${index + 1} of ${all.length})…`;
      const answer = await call("/api/steps", { ...position, technique: part.map(({ name }) => name), limit }, "POST", signal);
      if (signal.aborted) return;
      more.push(...answer.more);
      add(answer.steps);
    }
    const names = more.map((name) => known.techniques.find((one) => one.name === name)?.title ?? name);
    const cut = more.length ? ` Only the first ${limit} are listed for: ${names.join(", ")}.` : "";
    byId("progress").textContent = steps.length ? `${counted(steps.length, "step")}.${cut}` : "No step of this kind here.";
    isDone = true;
  }

  function add(found) {
    for (const step of found) {
      if (steps.at(-1)?.technique !== step.technique) list.append(make("h3", {}, step.name));
      const index = steps.length;
      steps.push(step);
      list.append(stepRow(step, "", () => press(index)));
      if (index === 0) pick(0);
    }
  }

  function stop() {
    search?.abort();
    search = null;
    byId("find").textContent = "Find";
    if (!isDone && steps.length) byId("progress").textContent = `Stopped after ${counted(steps.length, "step")}.`;
  }

  function clear() {
    clearTimeout(timer);
    stop();
    steps = [];
    isDone = false;
    list.replaceChildren();
    byId("progress").textContent = "";
  }

  byId("find").addEventListener("click", () => (search ? stop() : start()));
  byId("filter").addEventListener("change", start);
  /** Starts a search in a moment, when the player has stopped moving along the path. */
  const startSoon = () => (timer = window.setTimeout(start, PATIENCE));
  return { start, startSoon, clear, isDone: () => isDone };
}
