// The log of a run: one line per frame, with the line of the frame on the board marked. Clicking a line goes there.

import { make } from "../common/dom.js";

/** Longer logs show only the lines around the current one. */
const MAX_LINES = 400;

/** @param {string} label @param {(frame: number) => void} go */
export function createLog(label, go) {
  const list = make("ol", { class: "log", tabIndex: 0, "aria-label": label });
  let shown = /** @type {string[]} */ ([]);
  let first = 0;

  list.addEventListener("click", (event) => {
    const line = /** @type {HTMLElement} */ (event.target).closest("li");
    if (line?.dataset.frame) go(Number(line.dataset.frame));
  });

  /** Fills the list with the lines from `first` on; lines after the last frame belong to the end. */
  function fill(lines, count) {
    const part = lines.slice(first, first + MAX_LINES);
    list.replaceChildren(...part.map((text, i) => make("li", first + i < count ? { "data-frame": first + i } : {}, text)));
  }

  return {
    element: list,
    /** Shows the lines and marks the one of a frame. @param {string[]} lines @param {number} count frames @param {number} at */
    show(lines, count, at) {
      const start = lines.length <= MAX_LINES ? 0 : Math.max(0, Math.min(lines.length - MAX_LINES, at - MAX_LINES / 2));
      const near = at >= first + 20 && at < first + MAX_LINES - 20;
      if (lines !== shown || (start !== first && !near)) {
        [shown, first] = [lines, start];
        fill(lines, count);
      }
      list.querySelector("[aria-current]")?.removeAttribute("aria-current");
      const line = /** @type {HTMLElement | undefined} */ (list.children[at - first]);
      line?.setAttribute("aria-current", "step");
      if (line) list.scrollTop = Math.max(0, line.offsetTop - list.offsetTop - list.clientHeight / 2);
    },
  };
}
