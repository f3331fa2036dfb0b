// What the board shows of a game: digits, marks, highlights and labels. No side effects.

import { bit, cellName, clashing, digitsIn, layoutOf, symbol } from "../common/layout.js";
import { digitsOn } from "./game.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {Omit<import("./state.js").View, "end"> & {end?: {from: number} | null}} View */

/** A digit as the board shows it. */
export function shown(digit, letters) {
  return letters ? symbol(digit) : String(digit);
}

/** @param {Game} game @param {View} view @param {Record<string, any>} settings */
export function viewOf(game, view, settings) {
  const layout = layoutOf(game.layout);
  const grid = digitsOn(game);
  const bad = settings.conflicts ? clashing(layout, grid) : new Set();
  const digit = view.picked || (view.selection.size ? grid[view.focus] : 0);
  const peers = new Set(settings.peers && view.selection.size === 1 ? layout.peers[view.focus] : []);
  const hint = game.paused ? null : view.hint;
  const hinted = hintRoles(hint);
  const cells = grid.map((value, cell) => {
    const wrong = view.wrong.has(cell);
    const classes = [
      view.selection.has(cell) && "selected", cell === view.focus && "focus", peers.has(cell) && "peer",
      settings.same && digit && value === digit && "same", bad.has(cell) && "clash", wrong && "wrong",
      layout.tinted.has(cell) && "tinted", hinted.cells.has(cell) && "look",
    ];
    const role = (one) => hinted.marks.get(`${cell},${one}`) ?? (settings.same && digit && one === digit ? "strong" : "");
    return {
      text: value ? shown(value, settings.letters) : "",
      kind: game.clues[cell] ? "clue" : value ? (game.by[cell] ? "solver" : "entry") : "",
      corner: value ? [] : places(game, cell, layout.size, settings, role),
      centre: value ? [] : centre(game, cell, settings, role, hinted),
      colours: digitsIn(game.colour[cell]),
      classes: classes.filter(Boolean).join(" "),
      readonly: Boolean(game.clues[cell]) && !game.setting,
      invalid: bad.has(cell) || wrong,
      selected: view.selection.has(cell),
      label: [labelOf(game, cell, value, bad.has(cell), wrong, settings), ...spokenHint(hint, cell, settings)].join(", "),
    };
  });
  const { outlines, rings, links, arrows } = hinted;
  return { layout, cells, focus: view.focus, hidden: game.paused, outlines, rings, links, arrows, wave: view.end?.from ?? -1 };
}

function hintRoles(hint) {
  const order = { because: 0, drop: 1, place: 2 }; // of two roles, the later one wins
  const all = [...(hint?.marks ?? [])].sort((a, b) => order[a.role] - order[b.role]);
  const marks = new Map(all.map(({ cell, digit, role }) => [`${cell},${digit}`, role]));
  return {
    marks, cells: new Set(hint?.cells ?? []), outlines: (hint?.units ?? []).map(({ cells }) => cells),
    rings: hint?.seen ?? [], links: hint?.links ?? [], arrows: hint?.arrows ?? [],
  };
}

/** The hint's colours and lines at a cell in words, for screen readers. */
function spokenHint(hint, cell, settings) {
  if (!hint) return [];
  const of = (wanted) => hint.marks.filter((mark) => mark.role === wanted && mark.cell === cell).map(({ digit }) => shown(digit, settings.letters));
  const [place, drop, because] = [of("place"), of("drop"), of("because")];
  if (place.length) return [`hint: ${place.join(" ")} goes here`];
  if (drop.length) return [`hint: not ${drop.join(" ")}`];
  if (because.length) return [`hint: from ${because.join(" ")} here`];
  return hint.seen.includes(cell) ? ["hint: seen from here"] : hint.cells.includes(cell) ? ["hint: look here"] : [];
}

/** Corner marks with their places. Next to centre marks they use only the top and bottom edge of the cell. */
function places(game, cell, size, settings, role) {
  const digits = digitsIn(game.corner[cell]);
  const side = Math.ceil(Math.sqrt(size));
  if (settings.fixedPlaces && !game.centre[cell]) {
    return digits.map((digit) => ({
      text: shown(digit, settings.letters), role: role(digit), at: Math.floor((digit - 1) / side) * 100 + ((digit - 1) % side),
    }));
  }
  const corners = [0, side - 1, (side - 1) * 100, (side - 1) * 101];
  const edge = [...corners, ...Array(side - 2).fill(0).flatMap((_, i) => [i + 1, (side - 1) * 100 + i + 1])];
  return digits.map((digit, i) => ({
    text: shown(digit, settings.letters), role: role(digit), at: edge[i] ?? (Math.floor(i / side) % side) * 100 + (i % side),
  }));
}

/** Centre marks, with the hint's candidates added. */
function centre(game, cell, settings, role, hinted) {
  let bits = game.centre[cell];
  for (const key of hinted.marks.keys()) {
    const [at, digit] = key.split(",").map(Number);
    if (at === cell && !(game.corner[cell] & bit(digit))) bits |= bit(digit);
  }
  return digitsIn(bits).map((digit) => ({ text: shown(digit, settings.letters), role: role(digit) }));
}

function labelOf(game, cell, value, clash, wrong, settings) {
  const { size, boxOf } = layoutOf(game.layout);
  const where = `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}, box ${boxOf[cell] + 1}`;
  const list = (bits) => digitsIn(bits).map((digit) => shown(digit, settings.letters)).join(" ");
  const parts = [where];
  if (game.clues[cell]) parts.push(`clue ${shown(value, settings.letters)}`);
  else if (value) parts.push(`${game.by[cell] ? "solver’s digit" : "digit"} ${shown(value, settings.letters)}`);
  else {
    parts.push("empty");
    if (game.centre[cell]) parts.push(`centre marks ${list(game.centre[cell])}`);
    if (game.corner[cell]) parts.push(`corner marks ${list(game.corner[cell])}`);
  }
  if (game.colour[cell]) parts.push(`colour ${digitsIn(game.colour[cell]).join(" ")}`);
  if (clash) parts.push("clashes");
  if (wrong) parts.push("wrong");
  return parts.join(", ");
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

/** A game's title, for the heading and the list of games. @param {Game} game */
export function titleOf(game) {
  if (game.setting) return "Enter your own";
  const { size, word } = layoutOf(game.layout);
  const level = game.info.level && game.info.level !== "any" ? ` · ${game.info.level}` : "";
  const kind = word === String(size) ? "" : word.startsWith("jigsaw") ? " jigsaw" : ` ${word.replace(String(size), "").replaceAll("+", " ").trim()}`;
  return game.info.name || `${size}×${size}${kind}${level}`;
}
