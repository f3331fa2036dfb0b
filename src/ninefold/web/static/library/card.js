// A puzzle of the library as a card: a picture that opens it, its details, and buttons that appear on hover or focus.

import { counted, make } from "../common/dom.js";
import { layoutOf } from "../common/layout.js";
import { levelBars, thumb } from "../common/thumb.js";
import { levelName } from "../play/view.js";

/** @param {any} puzzle @param {string} href where it is played
 * @param {{remove: (puzzle: any, item: HTMLElement) => any, name: (puzzle: any) => void}} actions */
export function card(puzzle, href, actions) {
  const size = `${puzzle.puzzle.size}×${puzzle.puzzle.size}`;
  const title = puzzle.name || [puzzle.level && levelName(puzzle.level), size].filter(Boolean).join(" ");
  const facts = [puzzle.name && size, counted(puzzle.clues, "clue"), puzzle.rating !== null && `rating ${puzzle.rating}`, puzzle.author, puzzle.source, ...(puzzle.tags ?? [])].filter(Boolean).join(" · ");
  const level = puzzle.level ? make("span", { class: "level" }, levelBars(puzzle.level), levelName(puzzle.level)) : null;
  const button = (name, run) => make("button", { type: "button", class: "quiet", "aria-label": `${name}: ${title}`, onclick: () => run(puzzle, item) }, name);
  const item = make("li", {},
    make("a", { href, class: "play-link" }, picture(puzzle.puzzle), make("h2", {}, title), make("span", { class: "play-word", "aria-hidden": "true" }, "Play")),
    make("div", { class: "facts" }, level, make("span", {}, facts)),
    make("div", { class: "buttons" }, button("Name…", actions.name), button("Remove", actions.remove)));
  return item;
}

function picture({ layout, digits, line }) {
  try {
    return thumb(layoutOf(layout), digits);
  } catch {
    return make("code", {}, line.slice(0, 200)); // too large for the board
  }
}
