// A puzzle of the library as a card: a picture that opens it, its level and time, a mark if it is solved, and a button to edit it.

import { counted, levelBars, make } from "../common/dom.js";
import { layoutOf } from "../common/layout.js";
import { thumb } from "../common/thumb.js";
import { clockText } from "../play/game.js";
import { boardName, levelName, minutesText } from "../play/view.js";

/** @param {any} puzzle @param {string} href where it is played @param {number | undefined} solved seconds it was solved in
 * @param {(puzzle: any, item: HTMLElement) => void} edit */
export function card(puzzle, href, solved, edit) {
  const board = boardName(puzzle.puzzle.layout);
  const title = puzzle.name || board;
  const level = puzzle.level ? make("span", { class: "level" }, levelBars(puzzle.level), levelName(puzzle.level)) : make("span", {});
  const time = solved === undefined ? puzzle.minutes && minutesText(puzzle.minutes) : `solved ${clockText(solved * 1000)}`;
  const rating = puzzle.er ?? puzzle.rating;
  const facts = [puzzle.name && board, counted(puzzle.clues, "clue"), rating !== null && `rating ${rating.toFixed(1)}`, puzzle.author, ...(puzzle.tags ?? [])].filter(Boolean).join(" · ");
  const item = make("li", { class: solved === undefined ? "" : "solved" },
    make("a", { href, class: "play-link" }, picture(puzzle.puzzle), make("h2", {}, title), make("span", { class: "play-word", "aria-hidden": "true" }, "Play")),
    make("button", { type: "button", class: "quiet square edit", "aria-label": `Edit ${title}`, onclick: () => edit(puzzle, item) }, "⋯"),
    make("div", { class: "rank" }, level, make("span", { class: "soft" }, time || "")),
    make("div", { class: "details soft" }, facts));
  return item;
}

function picture({ layout, digits, line }) {
  try {
    return thumb(layoutOf(layout), digits);
  } catch {
    return make("code", {}, line.slice(0, 200)); // too large for the board
  }
}
