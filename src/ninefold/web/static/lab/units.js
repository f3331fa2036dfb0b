// Times in readable units. No side effects.

const UNITS = /** @type {[number, string][]} */ ([[1, "s"], [1e-3, "ms"], [1e-6, "µs"]]);

/** A time in a suitable unit: 93 µs, 1.2 ms, 4.7 s. @param {number} seconds */
export function timeWords(seconds) {
  const [unit, name] = UNITS.find(([one]) => seconds >= 0.9995 * one) ?? UNITS[UNITS.length - 1];
  const value = seconds / unit;
  return `${value < 9.95 ? Number(value.toPrecision(2)) : Math.round(value)} ${name}`;
}
