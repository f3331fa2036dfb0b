// The controls to step through frames: slider, back and forward, play and pause, speed.

import { icon, make } from "../common/dom.js";

const SHAPES = {
  first: "M19 5v14L9 12zM5 5v14", back: "M17 5v14L6 12z", play: "M7 5v14l11-7z", pause: "M8 5v14M16 5v14", on: "M5 5v14l10-7zM19 5v14", last: "M4 5v14l7-7zM11 5v14l7-7zM20 5v14",
};
/** Milliseconds per frame. A few frames are played slowly, so that each can be seen. */
const SPEEDS = [["1400", "very slow"], ["800", "slow"], ["200", "medium"], ["40", "fast"], ["8", "very fast"]];
const FEW = 12;

/** @param {(at: number) => void} show called with the index of the frame @param {string} unit */
export function createPlayer(show, unit) {
  let count = 0;
  let at = 0;
  let timer = 0;
  let follow = true;
  let chosen = false;
  const slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": unit, oninput: () => { halt(); go(Number(slider.value)); } });
  const where = make("output", { class: "where" });
  const speed = make("select", { "aria-label": "speed" }, SPEEDS.map(([value, name]) => make("option", { value }, name)));
  speed.value = "200";
  const button = (name, label, run) => make("button", { type: "button", class: ["first", "last"].includes(name) ? "square end-step" : "square", "aria-label": label, title: label, onclick: run }, icon(SHAPES[name]));
  const toggle = button("play", "play", () => (timer ? halt() : start()));
  const element = make("div", { class: "player", role: "group", "aria-label": "Playback" },
    make("div", { class: "steps" }, button("first", "first", () => { halt(); go(0); }), button("back", "step back", () => { halt(); go(at - 1); }), toggle,
      button("on", "step forward", () => { halt(); go(at + 1); }), button("last", "last", () => { halt(); follow = true; go(count - 1); })),
    slider, where, speed);

  function go(to) {
    at = Math.max(0, Math.min(count - 1, to));
    follow = at === count - 1;
    paint();
  }
  function paint() {
    slider.max = String(Math.max(0, count - 1));
    slider.value = String(at);
    where.textContent = count ? `${unit} ${at + 1} of ${count}` : "";
    if (count) show(at);
  }
  function halt() {
    clearInterval(timer);
    timer = 0;
    toggle.replaceChildren(icon(SHAPES.play));
    toggle.setAttribute("aria-label", "play");
  }
  function start() {
    if (at >= count - 1) go(0);
    follow = false;
    if (!chosen) speed.value = count <= FEW ? "1400" : "200";
    toggle.replaceChildren(icon(SHAPES.pause));
    toggle.setAttribute("aria-label", "pause");
    timer = setInterval(() => (at >= count - 1 ? halt() : go(at + 1)), Number(speed.value));
  }
  speed.addEventListener("change", () => {
    chosen = true;
    if (timer) (halt(), start());
  });

  return {
    element,
    /** Sets the number of frames; if the last one was shown, shows the new last one. @param {number} now */
    grow(now) {
      count = now;
      if (follow) at = Math.max(0, count - 1);
      paint();
    },
    reset() {
      halt();
      [count, at, follow] = [0, 0, true];
      paint();
    },
    go,
    /** Plays from the first frame. */
    play() {
      if (count < 2) return;
      go(0);
      start();
    },
    at: () => at,
  };
}
