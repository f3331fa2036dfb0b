// The result of a solved game, compared with earlier games of the same layout and level. No side effects.

import { clockText } from "./clock.js";
import { summary } from "./storage.js";

/** @typedef {import("./storage.js").Outcome} Outcome */
/** What the card shows; `from` is the cell filled last.
 * @typedef {{seconds: number, hints: number, solved: number, best: number, mean: number, record: boolean,
 *            from: number}} End */

/** The entry of a game in the statistics. @param {import("./game.js").Game} game @param {number} time @returns {Outcome} */
export function outcomeOf(game, time) {
  return {
    when: new Date().toISOString(), layout: game.layout, level: game.info.level ?? "own",
    seconds: Math.floor(time / 1000), hints: game.hints, solver: game.solver, // whole seconds, as the clock shows them
  };
}

/** Compares an outcome with all of its layout and level, which include it.
 * @param {Outcome} outcome @param {Outcome[]} all @param {number} from @returns {End} */
export function endOf({ layout, level, seconds, hints }, all, from) {
  const row = summary(all.filter((one) => one.layout === layout && one.level === level))[0];
  const { solved = 1, best = seconds, mean = seconds } = row ?? {};
  return { seconds, hints, solved, best, mean, record: solved > 1 && seconds <= best, from };
}

const time = (seconds) => clockText(seconds * 1000);

/** @param {number} hints */
const hintCount = (hints) => (hints ? `${hints} ${hints === 1 ? "hint" : "hints"}` : "no hints");

/** Best and mean time in words; empty for the first of its kind. @param {End} end */
export function comparison({ solved, best, mean, record }) {
  if (solved < 2) return "";
  const first = record ? "This is your best time" : `Your best time is ${time(best)}`;
  return `${first}; your average over ${solved} games is ${time(mean)}.`;
}

/** The result in one line, for the message line and screen readers. @param {End} end */
export function endMessage(end) {
  return `Solved in ${time(end.seconds)}, with ${hintCount(end.hints)}. Well done! ${comparison(end)}`.trim();
}
