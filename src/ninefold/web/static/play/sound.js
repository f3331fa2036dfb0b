// What comes from a link, a file or the browser's store may be damaged or a stranger's: what of it is sound. Pure.

import { layoutOf } from "../common/layout.js";
import { begin, COLOURS, complete, LAYERS } from "./game.js";

/** @typedef {import("./game.js").Game} Game */

const LONGEST = 200;
const isObject = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value);
const whole = (value, most) => Number.isInteger(value) && value >= 0 && value <= most;

/** The greatest number that a layer may hold. */
const most = (layer, size) => ({ clues: size, digits: size, by: 1, colour: 2 ** COLOURS - 1 })[layer] ?? 2 ** size - 1;

const isLayer = (all, layer, size) =>
  Array.isArray(all) && all.length === size * size && all.every((value) => whole(value, most(layer, size)));

const isScore = (was) => isObject(was) && ["solver", "counted"].every((flag) => typeof was[flag] === "boolean")
  && ["hints", "checks"].every((count) => whole(was[count], 1e9)) && Number.isFinite(was.spent) && was.spent >= 0;

const isChange = (change, size) => Array.isArray(change) && LAYERS.includes(change[0]) && whole(change[1], size * size - 1)
  && whole(change[2], most(change[0], size)) && whole(change[3], most(change[0], size));

const isMove = (move, size) => isObject(move) && Array.isArray(move.changes) && (move.was === undefined || isScore(move.was))
  && move.changes.every((change) => isChange(change, size));

const isHistory = (all, size) => Array.isArray(all) && all.every((move) => isMove(move, size));

/** What is told of a puzzle: texts and numbers under the names that are known. */
export function soundInfo(info) {
  const found = {};
  for (const name of ["name", "level", "symmetry", "source"]) {
    if (typeof info?.[name] === "string") found[name] = info[name].slice(0, LONGEST);
  }
  if (Number.isInteger(info?.seed)) found.seed = info.seed;
  return found;
}

/** The parts of a game that only the page knows, as far as they have the right shape.
 * @param {any} play @param {number} size @returns {Partial<Game>} */
export function soundPlay(play, size) {
  if (!isObject(play)) return {};
  const found = /** @type {any} */ ({});
  for (const layer of ["colour", "by"]) if (isLayer(play[layer], layer, size)) found[layer] = play[layer];
  const { past, future } = play;
  if (isHistory(past, size) && isHistory(future, size)) Object.assign(found, { past, future });
  if (Number.isFinite(play.clock?.spent)) found.clock = { spent: Math.max(0, play.clock.spent), since: null };
  for (const flag of ["setting", "solver", "counted"]) found[flag] = play[flag] === true;
  for (const count of ["hints", "checks"]) if (whole(play[count], 1e9)) found[count] = play[count];
  return found;
}

/** The game that the browser kept. Throws an Error if it is damaged. @param {any} kept @returns {Game} */
export function soundGame(kept) {
  const damaged = new Error("the game that this browser kept is damaged and cannot be opened");
  if (!isObject(kept) || typeof kept.layout !== "string") throw damaged;
  const { size } = layoutOf(kept.layout);
  if (!LAYERS.every((layer) => isLayer(kept[layer], layer, size))) throw damaged;
  const layers = Object.fromEntries(LAYERS.map((layer) => [layer, kept[layer]]));
  const solution = isLayer(kept.solution, "digits", size) ? kept.solution : null;
  const id = /^[\w-]{1,64}$/.test(kept.id) ? { id: kept.id } : {};
  const fresh = begin({ layout: kept.layout, solution, info: soundInfo(kept.info), ...id });
  const game = { ...fresh, ...layers, ...soundPlay(kept, size), paused: kept.paused === true };
  return { ...game, done: complete(game) };
}
