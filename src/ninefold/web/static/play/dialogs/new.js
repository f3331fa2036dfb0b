// The dialog for a new puzzle: level, size and layout as pictures, the rest under Advanced; with progress and Cancel.

import { startJob } from "../../common/backend.js";
import { byId, counted, levelBars, LEVELS, make } from "../../common/dom.js";
import { layoutOf } from "../../common/layout.js";
import { about } from "../../common/page.js";
import { jigsawMap, thumb } from "../../common/thumb.js";
import { newPuzzle, openMade, reportErrors } from "../commands.js";
import { levelName } from "../view.js";
import { checkbox, choice, field, openDialog } from "./dialog.js";

const LAST = "ninefold.new";
const SIZES = ["4", "6", "9", "16", "25"];
const LAYOUTS = [["", "Classic"], ["jigsaw", "Jigsaw"], ["+diagonals", "Diagonals"], ["+windows", "Windows"], ["+diagonals+windows", "Both"]];
const SECONDS = { 16: 30, 25: 60 }; // the longest time; other sizes take 20
const JIGSAWS = 9; // more maps to try
const MOST = 1000; // as often as a puzzle needs a technique
/** Ratings that only the classic 9×9 board has. @type {[string, string, {min: string, max: string, step: string}][]} */
const SPANS = [["minutes", "Minutes", { min: "0", max: "1000", step: "any" }], ["er", "Sudoku Explainer", { min: "1", max: "12", step: "0.1" }]];

/** The choices made last time. */
function last() {
  try {
    return JSON.parse(localStorage.getItem(LAST) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** A row of radio buttons, each with a picture. @param {string} name @param {[string, string, any][]} options */
const tiles = (name, title, options, chosen) => make("fieldset", { class: `tiles ${name}` }, make("legend", {}, title),
  options.map(([value, text, picture]) => make("label", {},
    make("input", { type: "radio", name, value, id: `${name}-${value || "classic"}`, checked: value === chosen }), picture, text)));

const chosen = (name) => /** @type {HTMLInputElement} */ (document.querySelector(`[name=${name}]:checked`)).value;

export async function newDialog() {
  const server = await about();
  const symmetries = (server?.symmetries ?? ["none", "rotational"]).map((one) => [one, capitalised(one)]);
  const choices = { size: "9", level: "easy", extra: "", technique: "", symmetry: "rotational", minimal: false, ...last() };
  const levels = server?.levels ?? ["any", ...LEVELS];
  const techniques = (server?.practice ?? []).map((one) => [one, capitalised(one)]);
  const sample = jigsawMap(layoutOf("9"), seeded());
  const picture = (extra) => thumb(layoutOf(extra === "jigsaw" ? `jigsaw:${sample}` : `9${extra}`));
  const needs = make("p", { id: "new-needs", class: "needs", role: "status" });
  const body = [
    tiles("new-level", "Level", levels.map((level) => [level, levelName(level), levelBars(level)]), levels.includes(choices.level) ? choices.level : levels[0]), needs,
    tiles("new-size", "Size", SIZES.map((size) => [size, `${size}×${size}`, thumb(layoutOf(size))]), choices.size),
    tiles("new-layout", "Layout", LAYOUTS.map(([extra, name]) => [extra, name, picture(extra)]), choices.extra),
    make("div", { class: "fields" }, field("Practise a technique", choice("new-technique", [["", "None in particular"], ...techniques], choices.technique))),
    make("details", {}, make("summary", {}, "Advanced"),
      make("div", { class: "fields" },
        field("Seed (repeats a puzzle)", make("input", { id: "new-seed", inputMode: "numeric", placeholder: "random" })),
        field("Symmetry of the clues", choice("new-symmetry", symmetries, choices.symmetry)),
        SPANS.flatMap(([name, label, attributes]) => ["from", "to"].map((end) => field(`${label} ${end}`, make("input", { id: `new-${name}-${end}`, type: "number", placeholder: "any", ...attributes }))))),
      checkbox("new-minimal", "Minimal: every clue is needed", choices.minimal)),
  ];
  const dialog = openDialog("New puzzle", body, [
    { name: "Create", first: true, run: () => create(dialog) }, { name: "From the library", run: takeOne }, { name: "Close" }]);
  dialog.classList.add("new-dialog");
  dialog.querySelector(".dialog-message").before(make("p", { id: "new-nearest", class: "needs", role: "status", hidden: true }));
  dialog.append(make("div", { id: "new-busy", class: "busy foot", hidden: true }, make("p", { role: "status" }), make("progress", { "aria-label": "Progress" }),
    make("button", { type: "button", id: "new-cancel" }, "Cancel")));
  const explain = () => {
    const square = ["4", "9", "16", "25"].includes(chosen("new-size"));
    for (const extra of ["+windows", "+diagonals+windows"]) byId(`new-layout-${extra}`).disabled = !square || chosen("new-size") === "4";
    byId("new-layout-jigsaw").disabled = chosen("new-size") === "25"; // too slow
    if (byId(`new-layout-${chosen("new-layout") || "classic"}`).disabled) byId("new-layout-classic").checked = true;
    const classic = chosen("new-size") === "9" && chosen("new-layout") === "";
    byId("new-technique").disabled = !classic; // elsewhere it takes too long
    for (const [name] of SPANS) for (const end of ["from", "to"]) byId(`new-${name}-${end}`).disabled = !classic;
    const technique = techniqueChosen();
    dialog.querySelector(".new-level").disabled = Boolean(technique);
    needs.textContent = technique ? `It needs ${technique}, and nothing harder.` : server?.level_notes?.[chosen("new-level")] ?? "";
  };
  dialog.addEventListener("change", explain);
  explain();
  /** @type {HTMLElement} */ (dialog.querySelector("[name=new-level]:checked")).focus();
  return dialog;
}

/** The technique to practise; empty if there is none, or the board is another. */
const techniqueChosen = () => (byId("new-technique").disabled ? "" : byId("new-technique").value);

/** The least and the most of the ratings that have any; a free end is that of the scale. */
const spans = () => Object.fromEntries(SPANS.map(([name, , { min, max }]) => {
  const [low, high] = ["from", "to"].map((end) => byId(`new-${name}-${end}`));
  return [name, !low.disabled && (low.value || high.value) ? [Number(low.value || min), Number(high.value || max)] : null];
}).filter(([, span]) => span));

const capitalised = (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Random numbers that are the same each time, for the picture of a jigsaw. */
function seeded() {
  let seed = 5;
  return () => (seed = (seed * 48271) % 2147483647) / 2147483647;
}

function read() {
  const choices = {
    size: chosen("new-size"), level: chosen("new-level"), extra: chosen("new-layout"), technique: byId("new-technique").value,
    symmetry: byId("new-symmetry").value, minimal: byId("new-minimal").checked,
  };
  try {
    localStorage.setItem(LAST, JSON.stringify(choices));
  } catch { /* the dialog then opens with the defaults */ }
  return choices;
}

/** The layout to create; a jigsaw has a new map each time. */
const layoutFor = ({ size, extra }) => (extra === "jigsaw" ? `jigsaw:${jigsawMap(layoutOf(size))}` : size + extra);

/** Creates a puzzle in a job, which shows its time and can be cancelled. @returns {Promise<boolean>} whether it was opened */
async function create(dialog) {
  const choices = read();
  const seed = /^\d{1,15}$/.test(byId("new-seed").value) ? { seed: Number(byId("new-seed").value) } : {};
  const seconds = SECONDS[choices.size] ?? 20;
  const { level, symmetry, minimal } = choices;
  const technique = techniqueChosen();
  const kind = technique ? { technique: { [technique]: [1, MOST] }, hardest: technique } : { level };
  const request = { kind: "generate", count: 1, ...kind, ...spans(), symmetry, minimal, seconds, ...seed };
  let stop = () => {};
  byId("new-nearest").hidden = true;
  const attempt = async (left) => {
    const progress = /** @type {Progress} */ ({ attempts: 0, best: null });
    const layout = layoutFor(choices);
    const job = await startJob({ ...request, layout }, (event, data) => event === "progress" && Object.assign(progress, data));
    let isCancelled = false;
    const cancelled = new Promise((resolve) => {
      stop = showProgress(dialog, seconds, progress, () => { isCancelled = true; resolve(null); job.cancel(); });
    });
    try {
      const made = await Promise.race([job.result, cancelled]);
      if (isCancelled) {
        showNearest(dialog, layout, progress);
        return false;
      }
      openMade(made.puzzles[0]);
      return true;
    } catch (error) {
      if (choices.extra !== "jigsaw" || !left) {
        showNearest(dialog, layout, progress);
        throw error;
      }
    } finally {
      stop();
    }
    return attempt(left - 1); // no grid fits some maps: another one
  };
  return Boolean(await reportErrors(() => attempt(JIGSAWS)));
}

/** What a job says of its attempts. @typedef {{attempts: number, best: {puzzle: string, level: string, er: number | null} | null}} Progress */

/** Offers the puzzle that came nearest, if there is one. @param {HTMLDialogElement} dialog @param {string} layout
 * @param {Progress} progress */
function showNearest(dialog, layout, { attempts, best }) {
  const text = dialog.querySelector("#new-nearest"); // gone if the dialog was closed
  if (!best || !text || !dialog.isConnected || layout !== "9") return;
  const clues = [...best.puzzle].map((digit) => Number(digit) || 0);
  const facts = [counted(clues.filter(Boolean).length, "clue"), best.level && levelName(best.level), best.er && `rating ${best.er.toFixed(1)}`];
  const open = make("button", { type: "button", id: "new-open-nearest", onclick: () => {
    openMade({ puzzle: { layout, digits: clues }, level: best.level, clues: clues.filter(Boolean).length, source: "fresh" });
    dialog.close();
  } }, "Play it");
  text.replaceChildren(`Nearest of ${counted(attempts, "attempt")}: ${facts.filter(Boolean).join(", ")}. `, open);
  /** @type {HTMLElement} */ (text).hidden = false;
}

/** Shows the time that passes, the attempts and a button to cancel, in place of the other buttons.
 * @param {Progress} progress @returns {() => void} ends it */
function showProgress(dialog, seconds, progress, cancel) {
  const [busy, buttons] = [byId("new-busy"), dialog.querySelector(".buttons")];
  const start = Date.now();
  const tick = () => {
    const spent = (Date.now() - start) / 1000;
    const attempts = progress.attempts ? `, ${counted(progress.attempts, "attempt")}` : "";
    busy.querySelector("p").textContent = `Creating a puzzle… ${Math.floor(spent)} s (at most ${seconds} s)${attempts}`;
    busy.querySelector("progress").value = Math.min(1, spent / seconds);
  };
  tick();
  const timer = setInterval(tick, 500);
  byId("new-cancel").onclick = cancel;
  dialog.addEventListener("close", cancel, { once: true });
  [busy.hidden, buttons.hidden] = [false, true];
  byId("new-cancel").focus();
  return () => {
    clearInterval(timer);
    dialog.removeEventListener("close", cancel);
    [busy.hidden, buttons.hidden] = [true, false];
  };
}

/** Opens a puzzle of this level and layout from the library; stored puzzles have their own levels. */
async function takeOne() {
  const { size, level, extra } = read();
  const layout = extra === "jigsaw" ? {} : { layout: size + extra };
  return Boolean(await reportErrors(() => newPuzzle({ ...layout, ...(extra === "jigsaw" ? { size: Number(size) } : {}), ...(level === "any" ? {} : { level }), from: "library" })));
}
