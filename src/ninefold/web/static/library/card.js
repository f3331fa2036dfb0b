// One puzzle of the library as a card: a small board, what is known of it, and what can be done with it.

import { createBoard } from "../common/board.js";
import { make } from "../common/dom.js";
import { layoutOf } from "../common/layout.js";

/** @param {any} puzzle
 * @param {{open: (puzzle: any) => void, remove: (puzzle: any, item: HTMLElement) => any, name: (puzzle: any) => void}} does */
export function card(puzzle, does) {
  const size = `${puzzle.puzzle.size}×${puzzle.puzzle.size}`;
  const words = puzzle.name || [size, puzzle.level].filter(Boolean).join(", ");
  const facts = [puzzle.name && size, `${puzzle.clues} clues`, puzzle.name && puzzle.level, puzzle.author, puzzle.source, ...(puzzle.tags ?? [])].filter(Boolean).join(" · ");
  const host = make("div", { "aria-hidden": "true", inert: true });
  const button = (name, run, kind) => make("button", { type: "button", class: kind, "aria-label": `${name}: ${words}`, onclick: () => run(puzzle, item) }, name);
  const item = make("li", { class: "card" }, make("h2", {}, words), host, make("p", { class: "soft" }, facts),
    make("div", { class: "buttons" }, button("Play", does.open, "first"), button("Name…", does.name, "quiet"), button("Remove", does.remove, "quiet")));
  picture(host, puzzle.puzzle);
  return item;
}

function picture(host, { layout, digits, line }) {
  try {
    const board = createBoard(host, { label: "" });
    const cells = digits.map((digit) => ({ text: digit ? String(digit) : "", kind: digit ? "clue" : "" }));
    board.show({ layout: layoutOf(layout), cells, focus: -1 });
  } catch {
    host.append(make("code", {}, line.slice(0, 200))); // larger than the board shows
  }
}
