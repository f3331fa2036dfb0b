// Steps of reasoning on the board: the parts that candidates play, the lines, the legend, and cells in words.

import { draw, make } from "./dom.js";
import { bit, candidatesOf, digitsIn, symbol } from "./layout.js";

/** @typedef {{cell: number, digit: number}} Candidate */
/** @typedef {{cells: number[], digit: number}} Node */
/** @typedef {"strong" | "weak" | "then" | "same"} LinkKind */
/** @typedef {{marks: (Candidate & {shape: string, words: string})[], links: {start: Node, end: Node, kind: LinkKind}[],
 *   ovals: Node[], outlines: number[][], covers: number[][], arrows: [number, number][], seen: number[]}} Drawing */
/** @typedef {{technique: string, name: string, family: string, text: string, notation: string, eureka: string, result: string,
 *   assumes_unique: boolean, places: Candidate[], removes: Candidate[], drawing: Drawing}} Step */
/** A grid part of the way through: candidates are bits. @typedef {{clues: number[], digits: number[], candidates: number[]}} Position */

/** The class of each shape, see board.css. */
const SHAPES = { circle: "base", square: "end", diamond: "fin", hexagon: "other" };

/** A step as what the board draws: digits to place, roles of candidates by cell, and lines.
 * @param {{places: Candidate[], removes: Candidate[], drawing: Drawing}} step */
export function stepView({ places, removes, drawing }) {
  const roles = /** @type {Map<number, Record<number, string>>} */ (new Map());
  const add = ({ cell, digit }, name) => {
    const known = roles.get(cell) ?? {};
    roles.set(cell, { ...known, [digit]: known[digit] ? `${known[digit]} ${name}` : name });
  };
  for (const mark of drawing.marks) add(mark, SHAPES[mark.shape] ?? "base");
  for (const candidate of removes) add(candidate, "drop");
  return {
    places: new Map(places.map(({ cell, digit }) => [cell, digit])), roles,
    extra: new Map([...roles].map(([cell, found]) => [cell, Object.keys(found).reduce((bits, digit) => bits | bit(Number(digit)), 0)])),
    drawing: linesOf(drawing, roles),
  };
}

/** The lines of a drawing. Arrows and dotted lines join cells: they go to the marks of a digit that both cells have a part
 * for, if there is one. */
function linesOf(drawing, roles) {
  const node = (cell, other) => ({
    cells: [cell], digit: Number(Object.keys(roles.get(cell) ?? {}).find((digit) => roles.get(other)?.[digit]) ?? 0),
  });
  const ends = ([from, to]) => [node(from, to), node(to, from)];
  const links = drawing.links.map((link) => {
    if (link.kind !== "same") return link;
    const [start, end] = ends([link.start.cells[0], link.end.cells[0]]);
    return { kind: "same", start, end };
  });
  return { ...drawing, rings: drawing.seen, arrows: drawing.arrows.map(ends), links };
}

/** The position after a step. @param {import("./layout.js").Layout} layout @param {Position} position @param {Step} step
 * @returns {Position} */
export function afterStep(layout, { clues, digits, candidates }, { places, removes }) {
  const [next, left] = [[...digits], [...candidates]];
  for (const { cell, digit } of places) {
    next[cell] = digit;
    left[cell] = 0;
    for (const peer of layout.peers[cell]) left[peer] &= ~bit(digit);
  }
  for (const { cell, digit } of removes) left[cell] &= ~bit(digit);
  return { clues, digits: next, candidates: left };
}

/** What the board shows of a position, with a step or the player's picks on it.
 * @param {import("./layout.js").Layout} layout @param {Position} position
 * @param {{step?: Step | null, picks?: Candidate[], placing?: boolean, wrong?: Set<number>, focus?: number, letters?: boolean}} show */
export function positionView(layout, position, { step = null, picks = [], placing = false, wrong = new Set(), focus = 0, letters = true }) {
  const name = (digit) => (letters ? symbol(digit) : String(digit));
  const drawn = step && stepView(step);
  const words = step ? spokenStep(step, name) : new Map();
  const cells = position.digits.map((digit, cell) => {
    const picked = picks.filter((one) => one.cell === cell).map((one) => one.digit);
    const place = digit ? 0 : drawn?.places.get(cell) ?? (placing ? picked[0] : 0);
    const said = [digit ? name(digit) : "empty", position.clues[cell] ? "clue" : "", wrong.has(cell) ? "wrong" : ""];
    if (!digit) said.push(`candidates ${digitsIn(position.candidates[cell]).map(name).join(" ")}`);
    if (picked.length) said.push(`picked ${picked.map(name).join(" ")}`);
    const tint = layout.tints[cell] ? `tint-${layout.tints[cell]}` : "";
    return {
      text: digit ? name(digit) : "", kind: position.clues[cell] ? "clue" : digit ? "entry" : "",
      big: place ? name(place) : undefined, centre: digit ? 0 : position.candidates[cell], inPlace: true,
      roles: drawn ? drawn.roles.get(cell) ?? null : placing || !picked.length ? null : Object.fromEntries(picked.map((one) => [one, "drop"])),
      classes: `${tint}${wrong.has(cell) ? " wrong" : ""}${layout.size > 9 ? " dense" : ""}`, readonly: true, invalid: wrong.has(cell),
      label: [...said, ...(words.get(cell) ?? []), `row ${Math.floor(cell / layout.size) + 1} column ${(cell % layout.size) + 1}`].filter(Boolean).join(", "),
    };
  });
  return { layout, focus, letters, cells, drawing: drawn?.drawing };
}

/** The part of each cell in a step, in words, for screen readers. @returns {Map<number, string[]>} */
function spokenStep({ places, removes, drawing }, name) {
  const words = new Map();
  const say = (cell, text) => words.set(cell, [...(words.get(cell) ?? []), text]);
  for (const { cell, digit, words: role } of drawing.marks) say(cell, `${name(digit)}: ${role}`);
  for (const cell of drawing.seen) say(cell, "seen from here");
  for (const { cell, digit } of removes) say(cell, `${name(digit)} removed`);
  for (const { cell, digit } of places) say(cell, `${name(digit)} goes here`);
  return words;
}

/** The candidates of a position as bits: lists of digits by cell, as the server sends them. @param {number[][]} lists */
export const bitsOf = (lists) => lists.map((digits) => digits.reduce((bits, digit) => bits | bit(digit), 0));

/** The position of a puzzle in play: with marks, they are the candidates. @param {import("./layout.js").Layout} layout
 * @param {number[]} clues @param {number[]} digits @param {number[]} marks @returns {Position} */
export function positionOf(layout, clues, digits, marks) {
  const all = candidatesOf(layout, digits);
  return { clues, digits, candidates: all.map((bits, cell) => (marks[cell] ? bits & marks[cell] : bits)) };
}

// The legend

const LINKS = { strong: "At least one", weak: "At most one", then: "Follows", same: "Belong together" };

/** Fills a list with what is on the board, and nothing else: each kind of mark and line once. Sentences have letters for
 * digits above 9; if the board shows numbers, the letters are listed. @param {HTMLElement} list
 * @param {{places: Candidate[], removes: Candidate[], drawing: Drawing} | null} step @param {boolean} [letters] */
export function showLegend(list, step, letters = true) {
  if (!step) return list.replaceChildren();
  const { marks, links, outlines, covers, ovals, arrows, seen } = step.drawing;
  const kinds = new Map(marks.map(({ shape, words }) => [words, SHAPES[shape] ?? "base"]));
  const lines = [...new Set(links.map(({ kind }) => kind))];
  const mark = (name) => make("span", { class: `mark-key ${name}`, "aria-hidden": "true" }, "5");
  const items = [...[...kinds].map(([words, name]) => [mark(name), capital(words)]), ...lines.map((kind) => [linkKey(kind), LINKS[kind]])];
  if (ovals.length) items.push([key("oval", "M0.35 0.25H1.05a0.25 0.25 0 0 1 0 0.5H0.35a0.25 0.25 0 0 1 0-0.5z"), "Group of cells"]);
  if (seen.length) items.push([key("ring", "M0.3 0.5a0.4 0.4 0 1 0 0.8 0a0.4 0.4 0 1 0-0.8 0"), "Seen from there"]);
  if (arrows.length) items.push([key("shaft", "M0.1 0.5H1.25M1.0 0.28L1.3 0.5L1.0 0.72"), "Rules it out"]);
  if (outlines.length) items.push([key("outline", "M0.2 0.1H1.2V0.9H0.2z"), covers.length ? "Base unit" : "Unit"]);
  if (covers.length) items.push([key("outline cover", "M0.2 0.1H1.2V0.9H0.2z"), "Cover unit"]);
  if (step.removes.length) items.push([mark("drop"), "Removed"]);
  if (step.places.length) items.push([make("span", { class: "place-key", "aria-hidden": "true" }, "5"), "Placed"]);
  if (!letters) for (const digit of largeDigits(step)) items.push([make("span", { class: "mark-key" }, symbol(digit)), `is ${digit}`]);
  return list.replaceChildren(...items.map(([picture, words]) => make("li", {}, picture, words)));
}

/** The digits above 9 of a step. */
const largeDigits = ({ drawing, places, removes }) =>
  [...new Set([...drawing.marks, ...places, ...removes].map(({ digit }) => digit).filter((digit) => digit > 9))].sort((a, b) => a - b);

const capital = (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
const key = (name, d) => draw("svg", { class: "line-key overlay-like", viewBox: "0 0 1.4 1", "aria-hidden": "true" }, draw("path", { class: name, d }));
const linkKey = (kind) => key(`link ${kind}`, kind === "then" ? "M0.05 0.5H1.2M0.95 0.3L1.25 0.5L0.95 0.7" : "M0.05 0.5H1.35");
