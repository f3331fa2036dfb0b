// The race view (several methods on the same puzzles) and the seeds view (one method with many seeds).

import { startJob } from "../common/backend.js";
import { counted, download, make, showMessage } from "../common/dom.js";
import { cactus, histogram, lanes } from "./chart.js";
import { createCopies } from "./copies.js";
import { createMethodForm } from "./method.js";
import { clearError, puzzle } from "./puzzle.js";
import { timeWords } from "./units.js";

const solved = ({ status }) => ["unique", "solved", "multiple", "impossible"].includes(status);

/** The methods, best first: by puzzles solved, then by the time these took. */
function standing(runs) {
  const names = [...new Set(runs.map(({ method }) => method))];
  const solvedBy = (name) => runs.filter((run) => run.method === name && run.solved);
  const time = (name) => solvedBy(name).reduce((sum, { seconds }) => sum + seconds, 0);
  return names.sort((a, b) => solvedBy(b).length - solvedBy(a).length || time(a) - time(b));
}

const several = (runs) => new Set(runs.map((run) => run.puzzle)).size > 1;

/** Run and Cancel buttons for one job. */
function runner(start, ...more) {
  let job = null;
  const state = make("p", { class: "state", role: "status" });
  const cancel = make("button", { type: "button", disabled: true, onclick: () => job?.cancel() }, "Cancel");
  const run = make("button", {
    type: "button", class: "first",
    onclick: async () => {
      run.disabled = true;
      cancel.disabled = false;
      clearError();
      try {
        await start(async (request, onEvent) => {
          job = await startJob(request, onEvent);
          return job.result;
        }, (text) => (state.textContent = text));
      } catch (error) {
        state.textContent = error.message;
        if (error.kind !== "cancelled") showMessage(error.message, "bad");
      } finally {
        run.disabled = false;
        cancel.disabled = true;
      }
    },
  }, "Run");
  return { element: make("div", { class: "run" }, make("div", { class: "buttons" }, run, cancel, more), state), run };
}

/** Copy buttons that reproduce a result. @param {() => any} result @returns {[string, () => string, string][]} */
const ofResult = (result) => [["Copy as command", () => result().command, "Command copied."], ["Copy as Python", () => result().python, "Python copied."]];

/** @param {any[]} methods */
export function raceView(methods) {
  const about = (name) => methods.find((one) => one.name === name)?.about ?? "";
  const chosen = new Set(["lanes", "search", "norvig", "exact-cover", "sat", "cp"]);
  const boxes = methods.map(({ name, available, about }) => make("label", { class: "line", title: about },
    make("input", { type: "checkbox", name: "by", value: name, checked: available && chosen.has(name), disabled: !available }), name));
  const puzzles = make("textarea", { class: "wide", rows: 4, placeholder: "one puzzle per line (default: the puzzle above)", "aria-label": "puzzles of the race, one per line" });
  const seconds = make("input", { type: "number", min: 0.1, max: 60, step: "any", value: 5 });
  const charts = make("div", { class: "charts" });
  const table = make("div", { class: "scroll" });
  let result = null;
  const files = [["CSV", () => download("race.csv", result.csv, "text/csv")], ["JSON", () => download("race.json", JSON.stringify(result.runs), "application/json")]]
    .map(([name, run]) => make("button", { type: "button", onclick: run }, name));
  const copies = createCopies([["Copy link", () => linkOf(), "Link copied."], ...ofResult(() => result)], files);
  const enable = (ready) => [...copies.buttons.slice(1), ...files].forEach((button) => (button.disabled = !ready));

  const { element: controls } = runner(async (run, report) => {
    const by = picked();
    if (!by.length) throw new Error("Choose at least one method.");
    const lines = puzzles.value.split("\n").map((line) => line.trim()).filter(Boolean);
    const limit = Number(seconds.value) || 5;
    const runs = [];
    show(runs, limit);
    enable(false);
    copies.clear();
    result = await run({ kind: "race", puzzles: lines.length ? lines : [puzzle.digits], ...(lines.length ? {} : { layout: puzzle.layout }), by, seconds: limit }, (event, data) => {
      if (event !== "progress") return;
      runs.push(data.run);
      report(`${data.done} of ${data.total} runs`);
      show(runs, limit);
    });
    report([`${counted(result.runs.length, "run")}.`, ...result.excluded].join(" "));
    show(result.runs, limit);
    enable(true);
  }, make("label", { class: "within" }, "at most", seconds, "s per run"));
  enable(false);

  function show(runs, limit) {
    const all = runs.map((run) => ({ ...run, solved: solved(run) }));
    const names = standing(all);
    charts.replaceChildren(...(all.length ? [lanes("time per method, logarithmic", all, limit, names, about), ...(several(all) ? [cactus("puzzles solved against time", all)] : [])] : []));
    const rows = names.map((name) => {
      const mine = all.filter(({ method }) => method === name);
      const times = mine.filter((run) => run.solved).map((run) => run.seconds);
      return [make("abbr", { title: about(name) }, name), `${times.length} of ${mine.length}`, times.length ? timeWords(times.reduce((a, b) => a + b, 0)) : "–", mine.find((run) => !run.solved)?.why ?? ""];
    });
    table.replaceChildren(make("table", {}, make("thead", {}, make("tr", {}, ["Method", "Solved", "Total time", "Why unsolved"].map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, rows.map((row) => make("tr", {}, row.map((value) => make("td", {}, value)))))));
  }

  const picked = () => [...list.querySelectorAll("input:checked")].map(({ value }) => value);

  function linkOf() {
    const values = new URLSearchParams({ view: "race", puzzle: puzzle.digits.join("-"), layout: puzzle.layout });
    for (const name of picked()) values.append("by", name);
    if (seconds.value !== "5") values.set("seconds", seconds.value);
    if (puzzles.value.trim()) values.set("puzzles", puzzles.value.trim());
    return `${location.origin}/lab#${values}`;
  }

  /** Repeats the race of a link. */
  function open(names, time, lines) {
    if (Number(time) > 0) seconds.value = time;
    puzzles.value = lines ?? "";
    for (const box of list.querySelectorAll("input:not(:disabled)")) box.checked = names.includes(box.value);
    controls.querySelector("button")?.click();
  }

  const list = make("fieldset", { class: "methods" }, make("legend", {}, "Methods"), boxes);
  const element = make("div", { class: "lab-compare" }, make("div", { class: "results" }, charts, table, copies.element),
    make("div", { class: "controls" }, make("h2", {}, "Methods race on the same puzzles"), make("p", {}, "Compare methods on one or more puzzles under the same time limit. A filled dot is a solved puzzle; a hollow one gave up or ran out of time."),
      controls, list, make("label", { class: "field" }, "Puzzles", puzzles)));
  return { element, name: "race", open };
}

/** Success over many seeds: the same puzzle and method, one run per seed. @param {any[]} methods */
export function seedsView(methods) {
  const seeded = methods.filter(({ options }) => options.some(({ name }) => name === "seed"));
  const form = createMethodForm(seeded, "network");
  const count = make("input", { type: "number", min: 1, max: 1000, value: 50 });
  const charts = make("div", { class: "charts" });
  const interval = make("p", { class: "interval" });
  let result = null;
  const copies = createCopies([["Copy link", () => linkOf(), "Link copied."], ...ofResult(() => result)]);
  const enable = (ready) => copies.buttons.slice(1).forEach((button) => (button.disabled = !ready));
  const { element: controls } = runner(async (run, report) => {
    const runs = [];
    const show = () => {
      const times = runs.filter(solved).map(({ seconds }) => seconds);
      report(`solved with ${times.length} of ${runs.length} seeds`);
      charts.replaceChildren(...(times.length ? [histogram("seconds of the successful runs", times, 12, "seconds")] : []));
    };
    const seeds = Array.from({ length: Math.max(1, Math.min(1000, Number(count.value) || 1)) }, (_, seed) => seed);
    enable(false);
    interval.textContent = "";
    copies.clear();
    result = await run({ kind: "seeds", puzzle: puzzle.digits, layout: puzzle.layout, by: form.name(), settings: form.settings(), seeds, seconds: 5 }, (event, data) => {
      if (event !== "progress") return;
      runs.push(data);
      show();
    });
    show();
    const alike = runs.length > 1 && runs.some(solved) && new Set(runs.map(({ stats }) => JSON.stringify(stats))).size === 1;
    interval.textContent = alike
      ? "Every seed took the same steps, which says nothing about luck: the first start is not random, or the puzzle is too easy."
      : `95 % confidence interval of the success rate: ${Math.round(100 * result.low)} to ${Math.round(100 * result.high)} % (Wilson).`;
    enable(true);
  });
  enable(false);

  function linkOf() {
    const values = new URLSearchParams({ view: "seeds", puzzle: puzzle.digits.join("-"), layout: puzzle.layout, by: form.name(), seeds: count.value });
    for (const [name, value] of Object.entries(form.settings())) values.append("set", `${name}=${value}`);
    return `${location.origin}/lab#${values}`;
  }

  /** Repeats the runs of a link. */
  function open(by, settings, _step, seeds) {
    form.choose(by, settings);
    if (seeds) count.value = seeds;
    controls.querySelector("button")?.click();
  }

  const element = make("div", { class: "lab-compare" }, make("div", { class: "results" }, charts, interval, copies.element),
    make("div", { class: "controls" }, make("h2", {}, "One method, many seeds"), make("p", {}, "Randomised methods succeed with some seeds and fail with others. See how many succeed, and how fast."), form.method,
      make("label", { class: "field short" }, "Seeds", count), controls, form.options));
  return { element, name: "seeds", open };
}
