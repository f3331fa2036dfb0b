// A puzzle of the library as a card: a small board, its details, and buttons.

import { createBoard } from "../common/board.js";
import { counted, make } from "../common/dom.js";
import { layoutOf } from "../common/layout.js";

/** @param {any} puzzle
 * @param {{open: (puzzle: any) => void, remove: (puzzle: any, item: HTMLElement) => any, name: (puzzle: any) => void}} actions */
export function card(puzzle, actions) {
  const size = `${puzzle.puzzle.size}×${puzzle.puzzle.size}`;
  const title = puzzle.name || [size, puzzle.level].filter(Boolean).join(", ");
  const facts = [puzzle.name && size, counted(puzzle.clues, "clue"), puzzle.name && puzzle.level, puzzle.author, puzzle.source, ...(puzzle.tags ?? [])].filter(Boolean).join(" · ");
  const host = make("div", { "aria-hidden": "true", inert: true });
  const button = (name, run, kind) => make("button", { type: "button", class: kind, "aria-label": `${name}: ${title}`, onclick: () => run(puzzle, item) }, name);
  const item = make("li", { class: "card" }, make("h2", {}, title), host, make("p", { class: "soft" }, facts),
    make("div", { class: "buttons" }, button("Play", actions.open, "first"), button("Name…", actions.name, "quiet"), button("Remove", actions.remove, "quiet")));
  picture(host, puzzle.puzzle);
  return item;
}

function picture(host, { layout, digits, line }) {
  try {
    const board = createBoard(host, { label: "" });
    const cells = digits.map((digit) => ({ text: digit ? String(digit) : "", kind: digit ? "clue" : "" }));
    board.show({ layout: layoutOf(layout), cells, focus: -1 });
  } catch {
    host.append(make("code", {}, line.slice(0, 200))); // too large for the board
  }
}
