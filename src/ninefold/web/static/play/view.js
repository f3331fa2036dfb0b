// What the board shows of a game: digits, marks, highlights and labels. No side effects.

import { bit, cellName, clashing, digitsIn, layoutOf, symbol } from "../common/layout.js";
import { digitsOn, isFilled } from "./game.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../common/board.js").Cell} Cell */
/** @typedef {Omit<import("./state.js").View, "end" | "folded"> & {end?: {from: number} | null}} View */

/** A digit as the board shows it. */
export function shown(digit, letters) {
  return letters ? symbol(digit) : String(digit);
}

/** @param {Game} game @param {View} view @param {Record<string, any>} settings */
export function viewOf(game, view, settings) {
  const layout = layoutOf(game.layout);
  const { size } = layout;
  const base = { layout, focus: view.focus, letters: settings.letters };
  if (game.paused) return { ...base, focus: -1, hidden: true, cells: game.clues.map((_, cell) => ({ label: `hidden, ${placeOf(layout, cell)}` })) };
  const grid = digitsOn(game);
  const bad = settings.conflicts ? clashing(layout, grid) : new Set();
  const digit = view.picked || (view.selection.size ? grid[view.focus] : 0);
  const strong = settings.same && !view.hint ? digit : 0;
  const peers = new Set(settings.peers && view.selection.size === 1 ? layout.peers[view.focus] : []);
  const inPlace = settings.inPlace === "always" || (settings.inPlace === "filled" && isFilled(game));
  const step = stepOf(view.hint);
  const cells = grid.map((value, cell) => {
    const wrong = view.wrong.has(cell);
    const isSelected = view.selection.has(cell);
    const clash = bad.has(cell);
    const place = step?.places.get(cell);
    const roles = step?.roles.get(cell) ?? null;
    const marks = value ? 0 : game.corner[cell] | game.centre[cell];
    let classes = isSelected ? "selected" : "";
    if (cell === view.focus) classes += " focus";
    if (peers.has(cell)) classes += " peer";
    if (strong && value === strong) classes += " same";
    if (clash) classes += " clash";
    if (wrong) classes += " wrong";
    if (layout.tints[cell]) classes += ` tint-${layout.tints[cell]}`;
    if (layout.diagonals && onDiagonal(cell, size)) classes += " crossed";
    return {
      text: value ? shown(value, settings.letters) : "",
      kind: game.clues[cell] ? "clue" : value ? (game.by[cell] ? "solver" : "entry") : "",
      big: place && !value ? shown(place, settings.letters) : undefined,
      corner: value ? 0 : game.corner[cell],
      centre: value ? 0 : game.centre[cell],
      extra: value || !roles ? 0 : step?.extra.get(cell) ?? 0,
      inPlace, fixed: settings.fixedPlaces,
      roles: value ? null : roles, strong: strong && marks & bit(strong) ? strong : 0,
      colours: game.colour[cell],
      classes,
      readonly: Boolean(game.clues[cell]) && !game.setting,
      invalid: clash || wrong,
      selected: isSelected,
      label: labelOf(game, layout, cell, value, clash, wrong, settings, view.hint),
    };
  });
  return { ...base, cells, drawing: step?.drawing, wave: view.end?.from ?? -1 };
}

const onDiagonal = (cell, size) => cell % (size + 1) === 0 || (cell % (size - 1) === 0 && cell > 0 && cell < size * size - 1);

const ROLES = { because: "base", drop: "drop" };

/** A hint as what the board draws: digits to place, roles of marks by cell, and lines; null if there is none. */
function stepOf(hint) {
  if (!hint) return null;
  if (hint.view) return hint.view;
  const places = new Map();
  const roles = /** @type {Map<number, Record<number, string>>} */ (new Map());
  const extra = new Map();
  for (const { cell, digit, role } of hint.marks ?? []) {
    if (role === "place") places.set(cell, digit);
    else {
      roles.set(cell, { ...roles.get(cell), [digit]: ROLES[role] ?? role });
      extra.set(cell, (extra.get(cell) ?? 0) | bit(digit));
    }
  }
  const middle = (cell) => ({ cells: [cell], digit: 0 });
  const drawing = {
    outlines: (hint.units ?? []).map(({ cells }) => cells), rings: hint.seen ?? [], arrows: (hint.arrows ?? []).map(([from, to]) => [middle(from), middle(to)]),
    links: (hint.links ?? []).map(([from, to]) => ({ start: middle(from), end: middle(to), kind: "same" })),
  };
  return { places, roles, extra, drawing };
}

/** A hint's part at a cell in words, for screen readers. */
function spokenHint(hint, cell, settings) {
  if (!hint) return [];
  const of = (wanted) => (hint.marks ?? []).filter((mark) => mark.role === wanted && mark.cell === cell).map(({ digit }) => shown(digit, settings.letters));
  const [place, drop, because] = [of("place"), of("drop"), of("because")];
  if (place.length) return [`hint: ${place.join(" ")} goes here`];
  if (drop.length) return [`hint: not ${drop.join(" ")}`];
  if (because.length) return [`hint: from ${because.join(" ")} here`];
  return hint.seen?.includes(cell) ? ["hint: seen from here"] : hint.cells?.includes(cell) ? ["hint: look here"] : [];
}

const placeOf = ({ size, boxOf }, cell) => `row ${Math.floor(cell / size) + 1} column ${(cell % size) + 1}, box ${boxOf[cell] + 1}`;

/** A cell in words: what it holds, then where it is. */
function labelOf(game, layout, cell, value, clash, wrong, settings, hint) {
  const list = (bits) => digitsIn(bits).map((digit) => shown(digit, settings.letters)).join(" ");
  const parts = [value ? shown(value, settings.letters) : "empty"];
  if (game.clues[cell]) parts.push("clue");
  else if (game.by[cell] && value) parts.push("by the solver");
  if (!value && game.centre[cell]) parts.push(`centre marks ${list(game.centre[cell])}`);
  if (!value && game.corner[cell]) parts.push(`corner marks ${list(game.corner[cell])}`);
  if (game.colour[cell]) parts.push(`colour ${digitsIn(game.colour[cell]).join(" ")}`);
  if (clash) parts.push("clashes");
  if (wrong) parts.push("wrong");
  return [...parts, ...spokenHint(hint, cell, settings), placeOf(layout, cell)].join(", ");
}

/** The clashes of a grid in words: 5 appears twice in row 1 (r1c1, r1c4). */
export function describeClashes(layout, grid) {
  const words = [];
  for (const { name, cells } of layout.units) {
    for (let digit = 1; digit <= layout.size; digit++) {
      const at = cells.filter((cell) => grid[cell] === digit);
      if (at.length > 1) words.push(`${digit} appears ${at.length === 2 ? "twice" : `${at.length} times`} in ${name} (${at.map((cell) => cellName(cell, layout.size)).join(", ")})`);
    }
  }
  return words;
}

/** Levels that say nothing about the puzzle. */
const NO_LEVELS = ["any", "own", "shared"];

/** A level as a word on the page; puzzles that were entered or shared have no level. */
export function levelName(level) {
  if (!level || NO_LEVELS.includes(level)) return level === "own" ? "Your own" : level === "shared" ? "Shared" : "Any";
  return `${level.charAt(0).toUpperCase()}${level.slice(1)}`;
}

/** A playing time in words: 12 min, 1 h 5 min. @param {number} minutes */
export function minutesText(minutes) {
  const whole = Math.max(1, Math.round(minutes));
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h${whole % 60 ? ` ${whole % 60} min` : ""}`;
}

/** The level of a game's puzzle: as it was made, else as it was rated; empty if neither. @param {Game} game */
export const levelOf = ({ info }) => (info.level && !NO_LEVELS.includes(info.level) ? info.level : info.rated ?? "");

/** A game's title, for the list of games. @param {Game} game */
export function titleOf(game) {
  const level = levelOf(game);
  return game.setting || game.info.name || !level ? headingOf(game) : `${levelName(level)} ${headingOf(game)}`;
}

/** A game's title without its level, which the page shows beside it. @param {Game} game */
export function headingOf(game) {
  return game.setting ? "Enter your own" : game.info.name || boardName(game.layout);
}

/** A board in words: 9×9, 6×6 jigsaw, 9×9 with diagonals. A layout that is unknown here stays as it is.
 * @param {string} layout */
export function boardName(layout) {
  try {
    return kindOf(layoutOf(layout));
  } catch {
    return layout;
  }
}

function kindOf({ size, word }) {
  const extras = [word.includes("+diagonals") && "diagonals", word.includes("+windows") && "windows", word.includes("+extra") && "extra regions"].filter(Boolean);
  const kind = `${word.startsWith("jigsaw") ? " jigsaw" : ""}${extras.length ? ` with ${extras.join(" and ")}` : ""}`;
  return `${size}×${size}${kind}`;
}
