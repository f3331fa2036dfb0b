// The panel: modes, keypad with the count left of each digit, buttons, clock, and the cards for hint and end.

import { byId, counted, draw, make } from "../common/dom.js";
import { layoutOf, symbol } from "../common/layout.js";
import { clockText, elapsed } from "./clock.js";
import { comparison, endMessage } from "./end.js";
import { COLOURS, digitsOn, remaining } from "./game.js";
import { enter, erase, MODES, setMode } from "./input.js";
import { currentMode, dispatch, state } from "./state.js";
import { shown, titleOf } from "./view.js";

const NAMES = { digit: ["Digit", "Z"], corner: ["Corner", "X"], centre: ["Centre", "C"], colour: ["Colour", "V"] };
let built = "";

export function buildModes() {
  byId("modes").replaceChildren(...MODES.map((mode) => make("button", {
    type: "button", id: `mode-${mode}`, onclick: () => setMode(mode),
  }, sample(mode), make("span", {}, NAMES[mode][0], make("kbd", { "aria-hidden": "true" }, NAMES[mode][1])))));
}

/** A picture of a cell filled in a mode. */
function sample(mode) {
  const text = (x, y, size, words) => {
    const element = draw("text", { x, y, "font-size": size });
    element.textContent = words;
    return element;
  };
  const fills = {
    digit: () => [text(12, 17, 14, "5")],
    corner: () => [text(7, 10, 8, "1"), text(17, 10, 8, "2"), text(7, 20, 8, "3")],
    centre: () => [text(12, 15, 9, "123")],
    colour: () => [1, 4, 6, 7].map((colour, i) => {
      const part = draw("rect", { class: "part", x: 4 + 8 * (i % 2), y: 4 + 8 * Math.floor(i / 2), width: 8, height: 8 });
      part.style.fill = `var(--colour-${colour})`;
      return part;
    }),
  };
  return draw("svg", { class: "sample", viewBox: "0 0 24 24", "aria-hidden": "true" }, ...fills[mode](), draw("rect", { x: 2.5, y: 2.5, width: 19, height: 19, rx: 3 }));
}

const PAUSE = "M8 5v14M16 5v14", RESUME = "M8 5v14l11-7z";
const ERASE = "M21 5H9l-7 7 7 7h12zM17 9.5l-5 5M12 9.5l5 5";

/** On small screens the last key of the keypad erases. */
const eraser = () => make("button", { type: "button", class: "erase", "aria-label": "Erase", onclick: erase },
  draw("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: ERASE })));

export function showPanel() {
  const { game, view } = state;
  const mode = currentMode();
  for (const name of MODES) byId(`mode-${name}`).setAttribute("aria-pressed", String(name === mode));
  keypad(mode);
  byId("undo").disabled = !game.past.length;
  byId("redo").disabled = !game.future.length;
  byId("setting").hidden = !game.setting;
  byId("candidates").disabled = game.setting;
  byId("hint").disabled = byId("check").disabled = game.setting;
  byId("restart").disabled = game.setting;
  byId("pause").disabled = game.setting || game.done;
  byId("pause-word").textContent = game.paused ? "Resume" : "Pause";
  byId("pause").querySelector("path").setAttribute("d", game.paused ? RESUME : PAUSE);
  byId("curtain").hidden = !game.paused;
  byId("board").classList.toggle("done", game.done);
  byId("title").textContent = titleOf(game);
  document.title = `${titleOf(game)} – Ninefold`;
  const empty = digitsOn(game).filter((digit) => !digit).length;
  byId("progress").textContent = game.setting ? counted(game.clues.length - empty, "clue") : `Empty cells: ${empty}`;
  showClock();
  const hint = game.paused ? null : view.hint;
  hintCard(hint);
  endCard(view.end);
  // A message that a card shows too is hidden from sight; screen readers still announce it.
  const inCard = hint?.message ?? (view.end && endMessage(view.end));
  byId("message").classList.toggle("heard", Boolean(inCard) && state.message?.text === inCard);
}

export function showClock() {
  const clock = byId("clock");
  clock.hidden = !state.settings.timer;
  clock.textContent = clockText(elapsed(state.game.clock, Date.now()));
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
    button.setAttribute("aria-pressed", String(settings.digitFirst && view.picked === digit));
    if (mode === "colour") return;
    const few = Math.max(0, left[digit]);
    button.classList.toggle("spent", !few);
    button.querySelector(".left").textContent = String(few);
    button.setAttribute("aria-label", `${shown(digit, settings.letters)}, ${few} left`);
    button.querySelector(".face").className = `face ${mode}-like`;
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
    return make("button", { ...id, "aria-label": `colour ${digit}` }, swatch, make("small", { "aria-hidden": "true" }, String(digit)));
  }
  const letter = digit > 9 && !state.settings.letters ? make("small", { class: "letter", "aria-hidden": "true" }, symbol(digit)) : null;
  return make("button", id, make("span", { class: "face" }, shown(digit, state.settings.letters)), letter,
    make("small", { class: "left", "aria-hidden": "true" }));
}

function hintCard(hint) {
  byId("hint-card").hidden = !hint;
  if (!hint) return;
  const stuck = hint.kind === "stuck";
  const titles = { mistake: "There is a mistake", done: "Done", stuck: hint.places?.length ? "From the solution" : "No simple step" };
  byId("hint-title").textContent = titles[hint.kind] ?? (hint.technique || "Where to look");
  byId("hint-text").textContent = untitled(hint);
  byId("hint-more").hidden = hint.strength >= 3 || hint.kind === "done";
  byId("hint-more").textContent = stuck ? "Show one digit" : "More";
  byId("hint-do").hidden = !(hint.places?.length || hint.drops?.length);
}

/** The result of a solved game. */
function endCard(end) {
  byId("end-card").hidden = !end;
  if (!end) return;
  const time = (seconds) => clockText(seconds * 1000);
  const facts = [["Time", time(end.seconds)], ["Hints", String(end.hints)], ["Best", time(end.best)], ["Mean", time(end.mean)]];
  byId("end-of").textContent = `${titleOf(state.game)}. ${comparison(end)}`;
  byId("end-facts").replaceChildren(...facts.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
}

/** A hint’s text without its title, which the card shows already. */
function untitled({ message, technique }) {
  const title = `${technique}. `;
  return technique && message.toLowerCase().startsWith(title) ? message.slice(title.length) : message;
}
