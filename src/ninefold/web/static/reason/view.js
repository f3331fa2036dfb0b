// What is below the board on a small screen: the step in words, or a list. On a large one there is room for both.

import { byId } from "../common/dom.js";

const SMALL = matchMedia("(max-aspect-ratio: 1/1), (max-height: 33rem)"); // as in reason.css

/** `isFinding` says whether the list has all steps at a position, rather than the path.
 * @param {{isFinding: () => boolean}} options */
export function createView({ isFinding }) {
  const page = /** @type {HTMLElement} */ (document.querySelector("main"));

  /** Puts the view into the page and its buttons. */
  function show() {
    const finding = isFinding();
    byId("path").hidden = finding;
    byId("finder").hidden = !finding;
    const pressed = isStep() ? "step" : finding ? "all" : "path";
    for (const name of ["step", "path", "all"]) byId(`show-${name}`).setAttribute("aria-pressed", String(name === pressed));
  }

  /** Whether the words are shown and the lists are not. */
  const isStep = () => SMALL.matches && page.dataset.view === "step";

  /** Shows the words or a list. @param {"step" | "list"} view */
  function set(view) {
    page.dataset.view = view;
    show();
    if (SMALL.matches) reveal(view);
  }

  /** Scrolls to the words, or to the current row of the list: the board stays where it is. @param {string} view */
  function reveal(view) {
    for (const part of [document.documentElement, byId("panel")]) part.scrollTop = 0;
    const row = view === "list" && page.querySelector(".panel > :not([hidden]) [aria-current]");
    if (row && row.getBoundingClientRect().bottom > innerHeight) row.scrollIntoView({ block: "start" }); // below the board, see reason.css
  }

  /** Shows the words of a row that was pressed. */
  function open() {
    if (!SMALL.matches) return;
    set("step");
    byId("step").focus({ preventScroll: true }); // the row that had the focus is hidden now
  }

  SMALL.addEventListener("change", show);
  return { show, set, open, isStep, isSmall: () => SMALL.matches };
}
