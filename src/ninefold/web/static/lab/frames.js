// Frames of a trace, to step through back and forth. No side effects.

/** @typedef {{event: string, seconds?: number, cell?: number | string, digit?: number, why?: string, values?: number[][],
 *   name?: string, value?: any, status?: string, solution?: string, solved?: boolean}} TraceEvent */

/** One frame per belief event, with the latest value of each note.
 * @param {TraceEvent[]} events @returns {{values: number[][], notes: Record<string, any>, seconds: number}[]} */
export function beliefFrames(events) {
  const frames = [];
  let notes = {};
  for (const event of events) {
    if (event.event === "note") notes = { ...notes, [event.name ?? ""]: event.value };
    if (event.event === "belief") frames.push({ values: event.values ?? [], notes, seconds: event.seconds ?? 0 });
  }
  if (frames.length) frames[frames.length - 1] = { ...frames[frames.length - 1], notes };
  return frames;
}

/** One frame per report of a solver library, with the latest value of each note, and one per solution. A note that comes
 * again begins the next report. @param {TraceEvent[]} events
 * @returns {{notes: Record<string, any>, solution: string, found: boolean}[]} */
export function reportFrames(events) {
  const frames = [];
  let [notes, solution] = [{}, ""];
  let fresh = new Set();
  const report = (found) => {
    if (fresh.size || found) frames.push({ notes, solution, found });
    fresh = new Set();
  };
  for (const { event, name = "", value, solution: line = "" } of events) {
    if (event === "found") {
      report(false);
      solution = line;
      report(true);
    } else if (event === "note") {
      if (fresh.has(name)) report(false);
      notes = { ...notes, [name]: value };
      fresh.add(name);
    }
  }
  report(false);
  return frames;
}

/** The network's readout in the format of the lecture's program: a line per β, then the error counts.
 * @param {TraceEvent[]} events */
export function readout(events) {
  const lines = [];
  let beta = null;
  const errors = { row_column_errors: "row column checking", data_errors: "data matching checking", box_errors: "block checking" };
  for (const { event, name, value } of events) {
    if (event !== "note") continue;
    if (name === "beta") beta = value;
    else if (name === "converge" && beta !== null) lines.push(`Beta=${beta.toFixed(6)} converge=${value.toFixed(6)}`);
    else if (name && name in errors) lines.push(`${errors[name]}: ${value} errors`);
  }
  return lines;
}

/** The steps of a search: the events that change the board. A step that completes a solution says so.
 * @param {TraceEvent[]} events */
export function searchSteps(events) {
  const steps = events.filter(({ event }) => ["place", "guess", "undo", "found"].includes(event));
  return steps.map((step, i) => (steps[i + 1]?.event === "found" ? { ...step, solved: true } : step)).filter(({ event }) => event !== "found");
}

/** The board after the first `count` steps: digits, the kind of event that placed each, and counts.
 * @param {number[]} clues @param {TraceEvent[]} steps @param {number} count @param {(cell: any) => number} cellOf */
export function replay(clues, steps, count, cellOf) {
  const digits = [...clues];
  const kinds = clues.map((clue) => /** @type {string} */ (clue ? "clue" : ""));
  const trail = [];
  const marks = []; // length of the trail at each open guess
  const counts = { place: 0, guess: 0, undo: 0, depth: 0, deepest: 0 };
  let latest = /** @type {number[]} */ ([]);
  for (const step of steps.slice(0, count)) {
    counts[step.event]++;
    if (step.event === "undo") {
      const from = marks.pop() ?? 0;
      latest = trail.splice(from);
      for (const cell of latest) {
        digits[cell] = clues[cell];
        kinds[cell] = clues[cell] ? "clue" : "";
      }
    } else {
      const cell = cellOf(step.cell);
      if (step.event === "guess") marks.push(trail.length);
      if (!clues[cell]) trail.push(cell);
      digits[cell] = step.digit ?? 0;
      if (!clues[cell]) kinds[cell] = step.event;
      latest = [cell];
    }
    counts.depth = marks.length;
    counts.deepest = Math.max(counts.deepest, marks.length);
  }
  return { digits, kinds, latest, counts, undone: count > 0 && steps[count - 1].event === "undo" };
}

/** The number of cells that are not decided. */
export function fractional(values, within = 1e-4) {
  return values.filter((row) => row.some((value) => value > within && value < 1 - within)).length;
}

/** The beliefs as shares of the range from the least to the greatest one in the open cells, so that small differences
 * show; and that range. @param {number[][]} values @param {number[]} clues */
export function scaled(values, clues) {
  const open = values.filter((_, cell) => !clues[cell]).flat();
  const [low, high] = open.length ? [Math.min(...open), Math.max(...open)] : [0, 1];
  const share = (value) => (high - low < 1e-9 ? 0.5 : (value - low) / (high - low));
  return { low, high, cells: values.map((row, cell) => (clues[cell] ? row : row.map(share))) };
}

/** A line per frame with the notes that changed. @param {{notes: Record<string, any>}[]} frames */
export function noteLines(frames) {
  const shown = (value) => (typeof value === "number" ? String(Number(value.toPrecision(6))) : String(value));
  return frames.map(({ notes }, i) => {
    const changed = Object.entries(notes).filter(([name, value]) => frames[i - 1]?.notes[name] !== value);
    return `${String(i + 1).padStart(4)}  ${changed.map(([name, value]) => `${name.replaceAll("_", " ")} ${shown(value)}`).join("  ")}`.trimEnd();
  });
}

/** The line of a pivot of the simplex method; null if the frame is not one. */
export function pivotLine({ notes }, i) {
  if (notes.entering === undefined || notes.fractional !== undefined) return null;
  const moved = notes.step === "0" ? "does not move" : `moves to ${notes.step}`;
  return `${String(i + 1).padStart(3)}  phase ${notes.phase}: ${notes.entering} enters, ${notes.leaving} leaves, ${moved}; objective ${notes.phase_objective}`;
}

/** How many rows, columns and boxes miss a digit if each cell holds its strongest one.
 * @param {import("../common/layout.js").Layout} layout @param {number[][]} values */
export function unitErrors(layout, values) {
  const digits = values.map((row) => row.indexOf(Math.max(...row)));
  const errors = { row: 0, column: 0, box: 0 };
  for (const { kind, cells } of layout.units) {
    if (kind in errors && new Set(cells.map((cell) => digits[cell])).size < cells.length) errors[kind]++;
  }
  return errors;
}
