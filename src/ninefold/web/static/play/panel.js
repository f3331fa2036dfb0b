// The panel: modes, keypad with the count left of each digit, buttons, clock, and the cards for hint and end.

import { asSentence, byId, counted, icon, levelBars, make, sentence, setAttribute, setText } from "../common/dom.js";
import { candidatesOf, digitsIn, layoutOf, symbol } from "../common/layout.js";
import { clockText, COLOURS, digitsOn, elapsed, remaining } from "./game.js";
import { enter, erase, MODES, setMode } from "./input.js";
import { comparison, endMessage, explainerText, ratingText } from "./messages.js";
import { currentMode, dispatch, state } from "./state.js";
import { headingOf, levelName, levelOf, minutesText, shown, titleOf } from "./view.js";

const NAMES = { digit: ["Digit", "Z"], corner: ["Corner", "X"], centre: ["Centre", "C"], colour: ["Colour", "V"] };
const PAUSE = "M8 5v14M16 5v14", RESUME = "M8 5v14l11-7z";
const ERASE = "M21 5H9l-7 7 7 7h12zM17 9.5l-5 5M12 9.5l5 5";
const LARGE = 9; // above this size, marks are too small to read on the board
let built = "";

export function buildModes() {
  byId("modes").replaceChildren(...MODES.map((mode) => make("button", {
    type: "button", id: `mode-${mode}`, class: "tip", "data-tip": NAMES[mode].join("  "), onclick: () => setMode(mode),
  }, NAMES[mode][0])));
}

/** On small screens the last key of the keypad erases. */
const eraser = () => make("button", { type: "button", class: "erase", "aria-label": "Erase", onclick: erase }, icon(ERASE));

export function showPanel() {
  const { game, view } = state;
  const mode = currentMode();
  for (const name of MODES) setAttribute(byId(`mode-${name}`), "aria-pressed", String(name === mode));
  keypad(mode);
  byId("undo").disabled = !game.past.length;
  byId("redo").disabled = !game.future.length;
  for (const id of ["candidates", "hint", "check", "restart"]) byId(id).disabled = game.setting;
  byId("pause").disabled = game.setting || game.done;
  setText(byId("pause-word"), game.paused ? "Resume" : "Pause");
  setAttribute(byId("pause"), "data-tip", `${game.paused ? "Resume" : "Pause"}  P`);
  setAttribute(byId("pause").querySelector("path"), "d", game.paused ? RESUME : PAUSE);
  byId("curtain").hidden = !game.paused;
  byId("board").classList.toggle("done", game.done);
  levelChip();
  setText(byId("title"), headingOf(game));
  document.title = `${titleOf(game)} – Ninefold`;
  const empty = digitsOn(game).filter((digit) => !digit).length;
  setText(byId("progress"), game.setting ? counted(game.clues.length - empty, "clue") : empty ? `${counted(empty, "cell")} left` : "");
  showClock();
  showWords();
}

/** The slot for words: message, cards, and the candidates of the focused cell on large boards. */
function showWords() {
  const { game, view } = state;
  const hint = game.paused || view.folded ? null : view.hint;
  const end = view.folded ? null : view.end;
  const rating = game.paused || hint || end ? null : view.rating;
  byId("setting").hidden = !game.setting;
  byId("keys-tip").hidden = game.setting || game.paused || game.past.length > 0;
  hintCard(hint);
  endCard(end);
  ratingCard(rating);
  byId("words").classList.toggle("open", Boolean(hint || end || rating));
  largeMarks();
  // A message that a card shows too is hidden from sight; screen readers still announce it.
  const inCard = hint?.message ?? (end && endMessage(end));
  byId("message").classList.toggle("heard", Boolean(inCard) && state.message?.text === inCard);
}

export function showClock() {
  const clock = byId("clock");
  clock.hidden = !state.settings.timer;
  setText(clock, clockText(elapsed(state.game.clock, Date.now())));
}

function keypad(mode) {
  const { game, view, settings } = state;
  const { size } = layoutOf(game.layout);
  const pad = byId("keypad");
  const key = [size, mode === "colour", settings.letters].join();
  if (key !== built) {
    built = key;
    pad.dataset.size = String(size);
    pad.style.setProperty("--keys", String(mode === "colour" ? 3 : Math.ceil(Math.sqrt(size))));
    const count = mode === "colour" ? COLOURS : size;
    pad.replaceChildren(...Array.from({ length: count }, (_, index) => padKey(index + 1, mode)), eraser());
  }
  const left = remaining(game);
  pad.querySelectorAll("[data-digit]").forEach((button) => {
    const digit = Number(button.dataset.digit);
    setAttribute(button, "aria-pressed", String(settings.digitFirst && view.picked === digit));
    if (mode === "colour") return;
    const few = Math.max(0, left[digit]);
    button.classList.toggle("spent", !few);
    setText(button.querySelector(".left"), String(few));
    setAttribute(button, "aria-label", `${shown(digit, settings.letters)}, ${few} left`);
    setAttribute(button.querySelector(".face"), "class", `face ${mode}-like`);
  });
}

function padKey(digit, mode) {
  const press = () => {
    if (state.settings.digitFirst && currentMode() !== "colour") dispatch({ do: "pick", digit });
    else enter(digit);
  };
  const id = { type: "button", "data-digit": digit, onclick: press };
  if (mode === "colour") {
    const swatch = make("span", { class: "swatch" });
    swatch.style.background = `var(--colour-${digit})`;
    return make("button", { ...id, "aria-label": `Colour ${digit}` }, swatch, make("small", { "aria-hidden": "true" }, String(digit)));
  }
  const letter = digit > 9 && !state.settings.letters ? make("small", { class: "letter", "aria-hidden": "true" }, symbol(digit)) : null;
  return make("button", id, make("span", { class: "face" }, shown(digit, state.settings.letters)), letter,
    make("small", { class: "left", "aria-hidden": "true" }));
}

/** The marks of the focused cell at the size of text: its own, or else all candidates. Its label says them. */
function largeMarks() {
  const { game, view, settings } = state;
  const layout = layoutOf(game.layout);
  const place = byId("large");
  const cell = view.focus;
  const own = game.centre[cell] | game.corner[cell];
  place.hidden = layout.size <= LARGE || game.paused || Boolean(digitsOn(game)[cell]) || !own;
  if (place.hidden) return;
  const across = Math.ceil(Math.sqrt(layout.size));
  place.style.setProperty("--sub", String(across));
  const has = new Set(digitsIn(own & candidatesOf(layout, digitsOn(game))[cell]));
  const marks = new Set(digitsIn(own));
  place.replaceChildren(...Array.from({ length: layout.size }, (_, i) =>
    make("span", { class: marks.has(i + 1) ? (has.has(i + 1) ? "" : "soft") : "off" }, shown(i + 1, settings.letters))));
}

function hintCard(hint) {
  byId("hint-card").hidden = !hint;
  if (!hint) return;
  const stuck = hint.kind === "stuck";
  const titles = { mistake: "There is a mistake", done: "Done", stuck: hint.places?.length ? "From the solution" : "No step found" };
  setText(byId("hint-title"), titles[hint.kind] ?? (hint.technique || "Where to look"));
  byId("hint-text").replaceChildren(...sentence(untitled(hint)));
  byId("hint-key").hidden = !hint.view;
  byId("hint-more").hidden = hint.strength >= 3 || hint.kind === "done" || hint.several;
  setText(byId("hint-more"), stuck ? "Show one digit" : "More");
  byId("hint-do").hidden = !(hint.places?.length || hint.drops?.length);
  byId("hint-learn").hidden = !hint.step;
  if (hint.step) setAttribute(byId("hint-learn"), "href", `/learn/${hint.step.technique}`);
  setAttribute(byId("strength"), "aria-label", `Strength ${hint.strength} of 3`);
  byId("strength").replaceChildren(...[1, 2, 3].map((one) => make("i", { class: one <= hint.strength ? "on" : "" })));
}

/** The result of a solved game. */
function endCard(end) {
  byId("end-card").hidden = !end;
  if (!end) return;
  const time = (seconds) => clockText(seconds * 1000);
  const facts = /** @type {[string, string][]} */ ([["Time", time(end.seconds)], ["Hints", String(end.hints)], ["Best", time(end.best)], ["Average", time(end.mean)]]);
  setText(byId("end-of"), `${titleOf(state.game)}. ${comparison(end)}`);
  showFacts("end-facts", facts);
}

/** The level of the puzzle and the minutes it takes, as far as they are known. */
function levelChip() {
  const { game } = state;
  const level = levelOf(game);
  const chip = byId("level");
  chip.hidden = game.setting || !level;
  if (chip.dataset.level !== level) byId("level-bars").replaceChildren(levelBars(level));
  chip.dataset.level = level;
  setText(byId("level-word"), level && levelName(level));
  setText(byId("level-minutes"), game.info.minutes ? minutesText(game.info.minutes) : "");
}

/** How hard the puzzle is; its techniques only on request. @param {import("./state.js").Rating | null} rating */
function ratingCard(rating) {
  byId("rating-card").hidden = !rating;
  setAttribute(byId("level"), "aria-expanded", String(Boolean(rating)));
  if (!rating) return;
  const { level, minutes, range, explainer, hodoku, techniques, about, open } = rating;
  const [low, high] = range.map((one) => Math.max(1, Math.round(one)));
  const facts = [minutes && low < high && ["Most players", `${low}–${high} min`], explainer && ["Sudoku Explainer", explainer.er.toFixed(1)],
    hodoku && ["HoDoKu", `${hodoku.level} (${hodoku.score})`]];
  setText(byId("rating-title"), level ? levelName(level) : "Rating");
  setText(byId("rating-text"), ratingText({ ...rating, level: "" }));
  showFacts("rating-facts", /** @type {[string, string][]} */ (facts.filter(Boolean)));
  const names = Object.entries(techniques).map(([name, count]) => `${count} × ${name}`);
  setText(byId("rating-techniques"), [asSentence(about), `It takes ${names.join(", ")}.`, explainer && explainerText(explainer)].filter(Boolean).join(" "));
  byId("rating-techniques").hidden = !open;
  byId("rating-more").hidden = open || !names.length;
}

/** Fills a list of names and values. @param {string} id @param {[string, string][]} facts */
const showFacts = (id, facts) => byId(id).replaceChildren(...facts.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));

/** A hint’s text without its title, which the card shows already. */
function untitled({ message, technique }) {
  const title = `${technique}. `;
  return technique && message.toLowerCase().startsWith(title.toLowerCase()) ? message.slice(title.length) : message;
}
