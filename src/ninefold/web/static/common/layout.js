// Layouts: their notation, and the boxes, units and peers that follow from it.
//
//   9            standard boxes of that size          jigsaw:AAB…   a map of boxes, one label per cell
//   2x3          boxes of 2 rows by 3 columns         +diagonals +windows +extra:r1c1,r2c2

/** @typedef {{kind: string, number: number, name: string, cells: number[]}} Unit */
/** @typedef {{word: string, size: number, boxOf: number[], units: Unit[], unitsOf: number[][],
 *             peers: number[][], diagonals: boolean, tints: number[]}} Layout `tints` of cells: 0 for none, 1 to 3 */

/** The largest size on the board: the marks of a cell are bits of one number. */
const MAX_SIZE = 25;

const LETTERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const known = new Map();

/** The layout of a word. Throws an Error that says what is wrong with it.
 * @param {string} word @returns {Layout} */
export function layoutOf(word) {
  const found = known.get(word);
  if (found) return found;
  const layout = build(word);
  known.set(word, layout);
  return layout;
}

/** @param {string} word @returns {Layout} */
function build(word) {
  const [base, ...extras] = word.split("+");
  const { size, boxOf, box } = readBase(base);
  if (size > MAX_SIZE) throw new Error(`the board supports sizes up to ${MAX_SIZE}, not ${size}`);
  const units = [...lines(size), ...boxes(size, boxOf)];
  const tints = base.startsWith("jigsaw:") ? regionTints(size, boxOf) : Array(size * size).fill(0);
  let diagonals = false;
  let number = 0;
  for (const extra of extras) {
    if (extra === "diagonals") {
      diagonals = true;
      units.push(...bothDiagonals(size));
    } else if (extra === "windows") {
      const all = windows(size, box);
      units.push(...all);
      all.forEach((unit) => unit.cells.forEach((cell) => (tints[cell] = 1)));
    } else if (extra.startsWith("extra:")) {
      const cells = extra.slice(6).split(/[, ]+/).map((name) => cellOf(name, size));
      units.push(unit("extra", ++number, cells));
      cells.forEach((cell) => (tints[cell] = 1));
    } else throw new Error(`unknown layout part +${extra} (expected +diagonals, +windows or +extra:CELLS)`);
  }
  return finish(word, size, boxOf, units, diagonals, tints);
}

/** A tint per cell of a jigsaw: regions that touch differ, as far as four tints allow. */
function regionTints(size, boxOf) {
  const touching = Array.from({ length: size }, () => /** @type {Set<number>} */ (new Set()));
  boxOf.forEach((box, cell) => {
    for (const other of [(cell + 1) % size ? boxOf[cell + 1] : box, boxOf[cell + size] ?? box]) {
      if (other !== box) touching[box].add(other), touching[other].add(box);
    }
  });
  const tint = /** @type {number[]} */ ([]);
  const order = touching.map((_, box) => box).sort((a, b) => touching[b].size - touching[a].size);
  for (const box of order) tint[box] = [0, 1, 2, 3].find((one) => ![...touching[box]].some((other) => tint[other] === one)) ?? 0;
  return boxOf.map((box) => tint[box]);
}

function finish(word, size, boxOf, units, diagonals, tints) {
  const unitsOf = Array.from({ length: size * size }, () => /** @type {number[]} */ ([]));
  units.forEach((one, index) => one.cells.forEach((cell) => unitsOf[cell].push(index)));
  const peers = unitsOf.map((indices, cell) => {
    const all = new Set(indices.flatMap((index) => units[index].cells));
    all.delete(cell);
    return [...all].sort((a, b) => a - b);
  });
  return { word, size, boxOf, units, unitsOf, peers, diagonals, tints };
}

function readBase(base) {
  if (base.startsWith("jigsaw:")) return jigsaw(base.slice(7));
  const sides = /^(\d{1,2})x(\d{1,2})$/.exec(base);
  const size = sides ? Number(sides[1]) * Number(sides[2]) : /^\d{1,2}$/.test(base) ? Number(base) : 0;
  const box = sides ? [Number(sides[1]), Number(sides[2])] : standardBox(size);
  if (size < 2 || !box) throw new Error(`unknown layout “${base}” (expected a size such as 9, a box such as 2x3, or jigsaw:AAB…)`);
  const across = size / box[1];
  const boxOf = cellsOf(size, (r, c) => Math.floor(r / box[0]) * across + Math.floor(c / box[1]));
  return { size, boxOf, box };
}

function jigsaw(map) {
  const size = Math.round(Math.sqrt(map.length));
  if (size * size !== map.length) throw new Error(`a jigsaw map needs a square number of labels, not ${map.length}`);
  const labels = [...new Set(map)];
  const boxOf = [...map].map((label) => labels.indexOf(label));
  if (labels.length !== size || labels.some((_, i) => boxOf.filter((b) => b === i).length !== size)) {
    throw new Error(`a jigsaw map of size ${size} needs ${size} labels, each ${size} times`);
  }
  return { size, boxOf, box: null };
}

/** Rows and columns of the squarest box, wide rather than high; null if there is none. */
function standardBox(size) {
  for (let rows = Math.floor(Math.sqrt(size)); rows > 1; rows--) if (size % rows === 0) return [rows, size / rows];
  return null;
}

function cellsOf(size, value) {
  return Array.from({ length: size * size }, (_, cell) => value(Math.floor(cell / size), cell % size));
}

function unit(kind, number, cells) {
  return { kind, number, name: `${kind} ${number}`, cells };
}

function lines(size) {
  const all = [...Array(size).keys()];
  const rows = all.map((r) => unit("row", r + 1, all.map((c) => r * size + c)));
  return [...rows, ...all.map((c) => unit("column", c + 1, all.map((r) => r * size + c)))];
}

function boxes(size, boxOf) {
  return [...Array(size).keys()].map((b) =>
    unit("box", b + 1, boxOf.flatMap((box, cell) => (box === b ? [cell] : []))));
}

function bothDiagonals(size) {
  const all = [...Array(size).keys()];
  return [unit("diagonal", 1, all.map((i) => i * size + i)),
          unit("diagonal", 2, all.map((i) => i * size + size - 1 - i))];
}

function windows(size, box) {
  if (!box || box[0] !== box[1]) throw new Error("windows need square boxes");
  const side = box[0];
  const starts = [];
  for (let at = 1; at + side < size; at += side + 1) starts.push(at);
  const all = starts.flatMap((r) => starts.map((c) => [r, c]));
  return all.map(([top, left], index) => {
    const cells = [];
    for (let r = 0; r < side; r++) for (let c = 0; c < side; c++) cells.push((top + r) * size + left + c);
    return unit("window", index + 1, cells);
  });
}

/** The number of a cell written r4c7. */
export function cellOf(name, size) {
  const read = /^r(\d+)c(\d+)$/.exec(name.trim());
  const row = read ? Number(read[1]) : 0;
  const column = read ? Number(read[2]) : 0;
  if (!read || row < 1 || row > size || column < 1 || column > size) {
    throw new Error(`“${name}” is not a cell of a board of size ${size}`);
  }
  return (row - 1) * size + column - 1;
}

/** The name of a cell: r4c7. */
export function cellName(cell, size) {
  return `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
}

/** The character of a digit in one-line text: 1 to 9, then A for 10. */
export function symbol(digit) {
  return digit ? LETTERS[digit - 1] : ".";
}

/** The digit of a character; 0 if it is not a digit up to `size`. */
export function digitOf(character, size) {
  const digit = LETTERS.indexOf(character.toUpperCase()) + 1;
  return character.length === 1 && digit <= size ? digit : 0;
}

/** A grid in one line. @param {number[]} digits */
export function lineOf(digits) {
  return digits.map(symbol).join("");
}

/** The digits of a one-line grid in our alphabet; null if it is not one.
 * @param {string} line @param {number} size @returns {number[] | null} */
export function digitsOf(line, size) {
  if (line.length !== size * size) return null;
  const digits = [...line].map((c) => (".0*_".includes(c) ? 0 : digitOf(c, size) || -1));
  return digits.includes(-1) ? null : digits;
}

/** The cells that clash, with an equal digit in the same unit. @param {Layout} layout @param {number[]} digits */
export function clashing(layout, digits) {
  const bad = new Set();
  for (const { cells } of layout.units) {
    const at = new Map();
    for (const cell of cells) {
      const digit = digits[cell];
      if (!digit) continue;
      if (at.has(digit)) bad.add(cell).add(at.get(digit));
      else at.set(digit, cell);
    }
  }
  return bad;
}

/** The candidates of each cell as bits; 0 for filled cells. */
export function candidatesOf(layout, digits) {
  const all = 2 ** layout.size - 1;
  return digits.map((digit, cell) =>
    digit ? 0 : layout.peers[cell].reduce((left, peer) => (digits[peer] ? left & ~bit(digits[peer]) : left), all));
}

/** The bit of a digit. */
export function bit(digit) {
  return 1 << (digit - 1);
}

/** The digits of a set of bits, in order. */
export function digitsIn(bits) {
  const all = [];
  for (let digit = 1; bits; digit++, bits >>>= 1) if (bits & 1) all.push(digit);
  return all;
}
