// The rows of the linear program without clues, and their rank. No side effects.

const KINDS = { row: "rows", column: "columns", box: "boxes" };
const PRIME = 32_749; // below 2^15, so that a product of two residues is exact

/** The rows of some families as [variable, factor] pairs; variable = cell · N + digit − 1.
 * @param {import("../common/layout.js").Layout} layout @param {Set<string>} families @param {boolean} sums
 * @returns {[number, number][][]} */
export function rowsOf({ size, units }, families, sums) {
  const digits = Array.from({ length: size }, (_, index) => index);
  const rows = [];
  if (families.has("cells")) for (let cell = 0; cell < size * size; cell++) rows.push(digits.map((digit) => [cell * size + digit, 1]));
  for (const { kind, cells } of units) {
    if (!families.has(KINDS[kind] ?? "extras")) continue;
    for (const digit of digits) rows.push(cells.map((cell) => [cell * size + digit, 1]));
  }
  if (sums) {
    for (const { kind, cells } of units) if (kind in KINDS) rows.push(cells.flatMap((cell) => digits.map((digit) => [cell * size + digit, digit + 1])));
  }
  return /** @type {[number, number][][]} */ (rows);
}

/** The rank, by elimination modulo a prime. @param {[number, number][][]} rows @param {number} width */
export function rankOf(rows, width) {
  const pivots = []; // reduced rows by the column of their leading 1
  let rank = 0;
  for (const row of rows) {
    const left = new Int32Array(width);
    for (const [variable, factor] of row) left[variable] = factor % PRIME;
    for (let at = 0; at < width; at++) {
      if (!left[at]) continue;
      if (!pivots[at]) {
        const unit = inverse(left[at]);
        for (let j = at; j < width; j++) if (left[j]) left[j] = (left[j] * unit) % PRIME;
        pivots[at] = left;
        rank++;
        break;
      }
      const times = PRIME - left[at];
      for (let j = at; j < width; j++) if (pivots[at][j]) left[j] = (left[j] + times * pivots[at][j]) % PRIME;
    }
  }
  return rank;
}

function inverse(value) {
  let [result, base] = [1, value];
  for (let power = PRIME - 2; power; power >>= 1) {
    if (power & 1) result = (result * base) % PRIME;
    base = (base * base) % PRIME;
  }
  return result;
}
