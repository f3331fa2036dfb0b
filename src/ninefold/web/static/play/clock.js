// The clock of a game: time spent, and since when it is running. No side effects: `now` is passed in.

/** @typedef {{spent: number, since: number | null}} Clock */

/** @param {Clock} clock @param {number} now @returns {Clock} */
export function run(clock, now) {
  return clock.since === null ? { spent: clock.spent, since: now } : clock;
}

/** @param {Clock} clock @param {number} now @returns {Clock} */
export function stop(clock, now) {
  return { spent: elapsed(clock, now), since: null };
}

/** Milliseconds played. Setting the system clock back does not reduce them. @param {Clock} clock @param {number} now */
export function elapsed(clock, now) {
  return clock.spent + (clock.since === null ? 0 : Math.max(0, now - clock.since));
}

/** A page reads the clock twice a second. After a longer gap (ms) the machine slept, so it was not played. */
const ASLEEP = 10_000;

/** Adds the time since the last reading, unless the machine was asleep.
 * @param {Clock} clock @param {number} now @returns {Clock} */
export function tick(clock, now) {
  if (clock.since === null) return clock;
  return { spent: now - clock.since > ASLEEP ? clock.spent : elapsed(clock, now), since: now };
}

/** Minutes and seconds, and hours if any: 4:07, 1:02:03. @param {number} milliseconds */
export function clockText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
