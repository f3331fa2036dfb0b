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

/** Minutes and seconds, with hours where there are any: 4:07, 1:02:03. @param {number} milliseconds */
export function spoken(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
