// What the reader has practised, saved in the browser.

const KEY = "ninefold.learning";
/** So many found without showing the answer count as learnt. */
export const GOAL = 5;

/** @typedef {{found: number, tried: number, last: string}} Progress */

/** @returns {Record<string, Progress>} */
function all() {
  try {
    const read = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return read && typeof read === "object" && !Array.isArray(read) ? read : {};
  } catch {
    return {};
  }
}

/** The progress with a technique. @param {string} name @returns {Progress} */
export function progressOf(name) {
  const { found, tried, last } = all()[name] ?? {};
  const count = (value) => (Number.isInteger(value) && value > 0 ? value : 0);
  return { found: count(found), tried: count(tried), last: typeof last === "string" ? last : "" };
}

/** Counts an exercise. @param {string} name @param {boolean} isFound whether it was found without the answer */
export function record(name, isFound) {
  const { found, tried } = progressOf(name);
  const entry = { found: found + (isFound ? 1 : 0), tried: tried + 1, last: new Date().toISOString() };
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [name]: entry }));
  } catch { /* practice works without being counted */ }
}

/** The progress as a short text for lists: a tick, "3 of 5", or nothing. @param {string} name */
export function scoreOf(name) {
  const { found } = progressOf(name);
  return found >= GOAL ? "✓" : found ? `${found} of ${GOAL}` : "";
}
