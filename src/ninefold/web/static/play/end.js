// The end of a game: what came of it, and how that compares with earlier ones of its kind. Pure.

import { spoken } from "./clock.js";
import { summary } from "./store.js";

/** @typedef {import("./store.js").Outcome} Outcome */
/** What the card shows; `from` is the cell that was filled last.
 * @typedef {{seconds: number, hints: number, solved: number, best: number, mean: number, record: boolean,
 *            from: number}} End */

/** What is counted of a game. @param {import("./game.js").Game} game @param {number} time @returns {Outcome} */
export function outcomeOf(game, time) {
  return {
    when: new Date().toISOString(), layout: game.layout, level: game.info.level ?? "own",
    seconds: Math.floor(time / 1000), hints: game.hints, solver: game.solver, // whole ones, as the clock shows them
  };
}

/** An outcome beside all those of its layout and level, itself among them.
 * @param {Outcome} outcome @param {Outcome[]} all @param {number} from @returns {End} */
export function endOf({ layout, level, seconds, hints }, all, from) {
  const row = summary(all.filter((one) => one.layout === layout && one.level === level))[0];
  const { solved = 1, best = seconds, mean = seconds } = row ?? {};
  return { seconds, hints, solved, best, mean, record: solved > 1 && seconds <= best, from };
}

const time = (seconds) => spoken(seconds * 1000);

/** @param {number} hints */
export const hintWords = (hints) => (hints ? `${hints} ${hints === 1 ? "hint" : "hints"}` : "no hints");

/** The best and the mean, in words; nothing at the first of its kind. @param {End} end */
export function comparison({ solved, best, mean, record }) {
  if (solved < 2) return "";
  const first = record ? "That is your best time" : `Your best time is ${time(best)}`;
  return `${first}; the mean of ${solved} is ${time(mean)}.`;
}

/** All of it in one line, for the message and for a screen reader. @param {End} end */
export function endWords(end) {
  return `Solved in ${time(end.seconds)}, with ${hintWords(end.hints)}. Well done! ${comparison(end)}`.trim();
}
