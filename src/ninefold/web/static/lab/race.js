// The race: several methods on one puzzle or many, on a logarithmic axis of time, under the same limits.

import { startJob } from "../common/api.js";
import { download, make, say } from "../common/dom.js";
import { cactus, histogram, lanes } from "./chart.js";
import { createCopies } from "./copies.js";
import { createMethodForm } from "./method.js";
import { hushFault, puzzle } from "./puzzle.js";
import { timeWords } from "./units.js";

const solved = ({ status }) => ["unique", "solved", "multiple", "impossible"].includes(status);

const several = (runs) => new Set(runs.map((run) => run.puzzle)).size > 1;

/** A run and cancel pair around one job. */
function runner(start, ...more) {
  let job = null;
  const state = make("p", { class: "state", role: "status" });
  const cancel = make("button", { type: "button", disabled: true, onclick: () => job?.cancel() }, "Cancel");
  const run = make("button", {
    type: "button", class: "first",
    onclick: async () => {
      run.disabled = true;
      cancel.disabled = false;
      hushFault();
      try {
        await start(async (request, hear) => {
          job = await startJob(request, hear);
          return job.result;
        }, (words) => (state.textContent = words));
      } catch (error) {
        state.textContent = error.message;
        if (error.kind !== "cancelled") say(error.message, "bad");
      } finally {
        run.disabled = false;
        cancel.disabled = true;
      }
    },
  }, "Run");
  return { element: make("div", { class: "run" }, make("div", { class: "buttons" }, run, cancel, more), state), run };
}

/** What a result is made again by. @param {() => any} result @returns {[string, () => string, string][]} */
const ofResult = (result) => [["Copy as command", () => result().command, "Command copied."], ["Copy as Python", () => result().python, "Python copied."]];

/** @param {any[]} methods */
export function raceView(methods) {
  const chosen = new Set(["lanes", "search", "norvig", "exact-cover", "sat", "cp"]);
  const boxes = methods.map(({ name, available, about }) => make("label", { class: "line", title: about },
    make("input", { type: "checkbox", name: "by", value: name, checked: available && chosen.has(name), disabled: !available }), name));
  const puzzles = make("textarea", { class: "wide", rows: 4, placeholder: "one puzzle a line; empty: the puzzle above", "aria-label": "puzzles of the race, one a line" });
  const seconds = make("input", { type: "number", min: 0.1, max: 60, step: "any", value: 5 });
  const charts = make("div", { class: "charts" });
  const table = make("div", { class: "scroll" });
  let result = null;
  const files = [["CSV", () => download("race.csv", result.csv, "text/csv")], ["JSON", () => download("race.json", JSON.stringify(result.runs), "application/json")]]
    .map(([name, run]) => make("button", { type: "button", onclick: run }, name));
  const copies = createCopies([["Copy link", () => linkOf(), "Link copied."], ...ofResult(() => result)], files);
  const enable = (ready) => [...copies.buttons.slice(1), ...files].forEach((button) => (button.disabled = !ready));

  const { element: controls } = runner(async (ask, tell) => {
    const by = picked();
    const lines = puzzles.value.split("\n").map((line) => line.trim()).filter(Boolean);
    const limit = Number(seconds.value) || 5;
    const runs = [];
    show(runs, limit);
    enable(false);
    copies.hush();
    result = await ask({ kind: "race", puzzles: lines.length ? lines : [puzzle.digits], ...(lines.length ? {} : { layout: puzzle.layout }), by, seconds: limit }, (event, data) => {
      if (event !== "progress") return;
      runs.push(data.run);
      tell(`${data.done} of ${data.total} runs`);
      show(runs, limit);
    });
    tell([`${result.runs.length} runs.`, ...result.left_out].join(" "));
    show(result.runs, limit);
    enable(true);
  }, make("label", { class: "within" }, "at most", seconds, "s for each"));
  enable(false);

  function show(runs, limit) {
    const all = runs.map((run) => ({ ...run, solved: solved(run) }));
    charts.replaceChildren(...(all.length ? [lanes("time of each method, logarithmic", all, limit), ...(several(all) ? [cactus("puzzles solved against time", all)] : [])] : []));
    const names = [...new Set(all.map(({ method }) => method))];
    const rows = names.map((name) => {
      const mine = all.filter(({ method }) => method === name);
      const times = mine.filter((run) => run.solved).map((run) => run.seconds);
      return [name, `${times.length} of ${mine.length}`, times.length ? timeWords(times.reduce((a, b) => a + b, 0)) : "–", mine.find((run) => !run.solved)?.why ?? ""];
    });
    table.replaceChildren(make("table", {}, make("thead", {}, make("tr", {}, ["Method", "Settled", "Time in all", "Where not, why"].map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, rows.map((row) => make("tr", {}, row.map((value) => make("td", {}, String(value))))))));
  }

  const picked = () => [...list.querySelectorAll("input:checked")].map(({ value }) => value);

  function linkOf() {
    const values = new URLSearchParams({ view: "race", puzzle: puzzle.digits.join("-"), layout: puzzle.layout });
    for (const name of picked()) values.append("by", name);
    if (seconds.value !== "5") values.set("seconds", seconds.value);
    if (puzzles.value.trim()) values.set("puzzles", puzzles.value.trim());
    return `${location.origin}/lab#${values}`;
  }

  /** Races again what a link asks for. */
  function open(names, time, lines) {
    if (Number(time) > 0) seconds.value = time;
    puzzles.value = lines ?? "";
    for (const box of list.querySelectorAll("input:not(:disabled)")) box.checked = names.includes(box.value);
    controls.querySelector("button")?.click();
  }

  const list = make("fieldset", { class: "methods" }, make("legend", {}, "Methods"), boxes);
  const element = make("div", { class: "lab-view" }, make("div", { class: "lab-left" }, charts, table, copies.element),
    make("div", { class: "lab-right" }, make("p", {}, "Several methods on one puzzle or many, with the same time for each run. A filled dot settled the question; a hollow one gave up or ran out of time."),
      list, controls, make("label", { class: "field" }, "Puzzles", puzzles)));
  return { element, name: "race", open };
}

/** Success over many seeds: the same puzzle and method, one run a seed, and how long each took. @param {any[]} methods */
export function seedsView(methods) {
  const seeded = methods.filter(({ options }) => options.some(({ name }) => name === "seed"));
  const form = createMethodForm(seeded, "network");
  const count = make("input", { type: "number", min: 1, max: 1000, value: 50 });
  const charts = make("div", { class: "charts" });
  let result = null;
  const copies = createCopies([["Copy link", () => linkOf(), "Link copied."], ...ofResult(() => result)]);
  const enable = (ready) => copies.buttons.slice(1).forEach((button) => (button.disabled = !ready));
  const { element: controls } = runner(async (ask, tell) => {
    const runs = [];
    const show = () => {
      const times = runs.filter(solved).map(({ seconds }) => seconds);
      tell(`solved with ${times.length} of ${runs.length} seeds`);
      charts.replaceChildren(histogram("seconds of the runs that solved it", times, 12, "seconds"));
    };
    const seeds = Array.from({ length: Math.max(1, Math.min(1000, Number(count.value) || 1)) }, (_, seed) => seed);
    enable(false);
    copies.hush();
    result = await ask({ kind: "seeds", puzzle: puzzle.digits, layout: puzzle.layout, by: form.name(), settings: form.settings(), seeds, seconds: 5 }, (event, data) => {
      if (event !== "progress") return;
      runs.push(data);
      show();
    });
    show();
    enable(true);
  });
  enable(false);

  function linkOf() {
    const values = new URLSearchParams({ view: "seeds", puzzle: puzzle.digits.join("-"), layout: puzzle.layout, by: form.name(), seeds: count.value });
    for (const [name, value] of Object.entries(form.settings())) values.append("set", `${name}=${value}`);
    return `${location.origin}/lab#${values}`;
  }

  /** Runs again what a link asks for. */
  function open(by, settings, _step, seeds) {
    form.choose(by, settings);
    if (seeds) count.value = seeds;
    controls.querySelector("button")?.click();
  }

  const element = make("div", { class: "lab-view" }, make("div", { class: "lab-left" }, charts, copies.element),
    make("div", { class: "lab-right" }, make("p", {}, "Methods that draw lots succeed with some seeds and not with others. How many, and how fast?"), form.element,
      make("label", { class: "field short" }, "Seeds", count), controls));
  return { element, name: "seeds", open };
}
