// The clock of a game: time spent, and since when it runs. Pure: `now` is given.

/** @typedef {{spent: number, since: number | null}} Clock */

/** @param {Clock} clock @param {number} now @returns {Clock} */
export function run(clock, now) {
  return clock.since === null ? { spent: clock.spent, since: now } : clock;
}

/** @param {Clock} clock @param {number} now @returns {Clock} */
export function stop(clock, now) {
  return { spent: elapsed(clock, now), since: null };
}

/** Milliseconds played. A clock set back never makes them fewer. @param {Clock} clock @param {number} now */
export function elapsed(clock, now) {
  return clock.spent + (clock.since === null ? 0 : Math.max(0, now - clock.since));
}

/** A page that is awake looks at the clock twice a second; one that slept longer than this was not played. */
const ASLEEP = 10_000;

/** The clock read anew, at each look: what went by since the last is spent, unless the machine slept meanwhile.
 * @param {Clock} clock @param {number} now @returns {Clock} */
export function tick(clock, now) {
  if (clock.since === null) return clock;
  return { spent: now - clock.since > ASLEEP ? clock.spent : elapsed(clock, now), since: now };
}

/** Minutes and seconds, with hours where there are any: 4:07, 1:02:03. @param {number} milliseconds */
export function spoken(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
