// The Lab page: tabs for its views, and links that open a view at a step.

import { call, onServerChange } from "../common/backend.js";
import { byId, make, showMessage } from "../common/dom.js";
import { openPage } from "../common/page.js";
import { readPuzzle, setPuzzle, wirePuzzle } from "./puzzle.js";
import { raceView, seedsView } from "./race.js";
import { solverView } from "./solvers.js";
import { annealView, lpView, searchView } from "./views.js";

/** The views: name, title, and title on a phone. */
const TABS = [["lp", "Linear program", "LP"], ["anneal", "Annealing", "Annealing"], ["search", "Search", "Search"], ["solver", "Solver", "Solver"], ["race", "Race", "Race"], ["seeds", "Many seeds", "Seeds"]];

openPage();
wirePuzzle();
start();

/** Fetches the methods and builds the views, or waits for the server to come back. */
async function start() {
  try {
    const { methods } = await call("/api/methods");
    byId("panels").replaceChildren();
    await build(methods);
  } catch (error) {
    if (error.kind !== "offline") return showMessage(error.message, "bad");
    byId("panels").replaceChildren(make("p", { class: "message", role: "status" }, "Server offline. The views appear when it is back."));
    onceBack(start);
  }
}

/** Runs once the server answers again. */
function onceBack(run) {
  let waits = true;
  onServerChange((here) => {
    if (here && waits) run();
    waits &&= !here;
  });
}

async function build(methods) {
  const views = { lp: lpView(methods), anneal: annealView(methods), search: searchView(methods), solver: solverView(methods), race: raceView(methods), seeds: seedsView(methods) };
  const tabs = byId("tabs");
  const panels = byId("panels");
  for (const [name, title, brief] of TABS) {
    tabs.append(make("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => choose(name) }, make("span", { class: "wide-only" }, title), make("span", { class: "phone-only" }, brief)));
    panels.append(make("section", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` }, views[name].element));
  }
  tabs.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const now = TABS.findIndex(([name]) => byId(`tab-${name}`).getAttribute("aria-selected") === "true");
    const [next] = TABS[(now + step + TABS.length) % TABS.length];
    choose(next);
    byId(`tab-${next}`).focus();
  });
  choose("lp");
  if (location.hash.length > 1) await openLink(views);
  else views.lp.welcome("lp-reweighted");
  window.addEventListener("hashchange", () => openLink(views));
}

function choose(name) {
  for (const [one] of TABS) {
    byId(`panel-${one}`).hidden = one !== name;
    byId(`tab-${one}`).setAttribute("aria-selected", String(one === name));
    byId(`tab-${one}`).tabIndex = one === name ? 0 : -1;
  }
}

async function openLink(views) {
  const values = new URLSearchParams(location.hash.slice(1));
  try {
    const text = values.get("puzzle") ?? "";
    const layout = values.get("layout") ?? "";
    if (text.includes("-")) setPuzzle(text.split("-").map(Number), layout, text.replaceAll("-", " "));
    else if (text) await readPuzzle(text.replaceAll("0", "."), layout);
    const view = values.get("view") ?? "";
    if (!TABS.some(([name]) => name === view)) return;
    choose(view);
    const settings = Object.fromEntries(values.getAll("set").map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)]));
    if (view === "race") views.race.open(values.getAll("by"), values.get("seconds"), values.get("puzzles"));
    else if (views[view].open && values.has("by")) await views[view].open(values.get("by"), settings, Number(values.get("step") ?? 0), values.get("seeds"));
  } catch (error) {
    showMessage(error.message, "bad");
  }
}
