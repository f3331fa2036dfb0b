// The view of a solver library: its own log while it runs, and what it reports of its search.

import { layoutOf } from "../common/layout.js";
import { curve } from "./chart.js";
import { noteLines, reportFrames } from "./frames.js";
import { puzzle } from "./puzzle.js";
import { createRunView, labelOf } from "./runview.js";

/** What a library reports. @type {string[]} */
const CURVES = ["nodes", "branches", "bound", "incumbent", "gap", "conflicts"];

/** @type {Record<string, string>} */
const ABOUT = {
  mip: "A variable of 0 or 1 for each candidate. HiGHS solves the linear program, cuts fractions off, and branches if it must. A gap of 0 proves the optimum; a bound of inf, that there is no other solution.",
  "mip-integer": "A whole number for each cell, and a big M that keeps two of them apart. The relaxation says little, so HiGHS has to branch.",
  cp: "Every unit is one all-different constraint. CP-SAT presolves, propagates, and learns from conflicts.",
  sat: "The rules are clauses. The solver decides, propagates, and learns a clause from every conflict; its log has the counts of each solution.",
};

/** Whether a method reports only figures: no beliefs, and no guesses. */
const tellsFigures = ({ traces }) => traces.length === 1 && traces[0] === "note";

/** @param {any[]} methods */
export function solverView(methods) {
  return createRunView({
    name: "solver", title: "A solver reports its search", unit: "report", preferred: "mip", methods: methods.filter(tellsFigures), logOpen: true,
    about: (by) => ABOUT[by] ?? `${by}: ${methods.find(({ name }) => name === by)?.about}.`,
    legend: [["decided", "Solution"], ["clue", "Clue"]],
    frames: reportFrames, lines: (frames) => noteLines(frames).map((line, i) => (frames[i].found ? `${line.padEnd(4)}  solution` : line)),
    view: ({ solution }) => {
      const digits = solution ? digitsOf(solution, layoutOf(puzzle.layout).size) : puzzle.digits;
      return digits.map((digit, cell) => ({
        text: digit ? String(digit) : "", kind: puzzle.digits[cell] ? "clue" : digit ? "entry" : "", classes: puzzle.digits[cell] ? "outlined" : "",
        label: labelOf(cell, digit || "empty"), readonly: true,
      }));
    },
    readings: ({ notes }) => Object.entries(notes).map(([name, value]) => [name.replaceAll("_", " "), String(value)]),
    charts: (frames, at) => CURVES.map((name) => {
      const points = /** @type {[number, number][]} */ (frames.map(({ notes }, i) => [i + 1, notes[name]]).filter(([, y]) => typeof y === "number"));
      return { name, points };
    }).filter(({ points }) => new Set(points.map(([, y]) => y)).size > 1)
      .map(({ name, points }) => curve(`${name} per report`, points, { at: points.findIndex(([x]) => x === at + 1), x: "report" })),
  });
}

/** The digits of a grid in one line; above 9 they are letters. */
function digitsOf(line, size) {
  const words = line.includes(" ") ? line.split(" ").map(Number) : [...line].map((letter) => parseInt(letter, 36));
  return words.length === size ** 2 && words.every((digit) => digit >= 1 && digit <= size) ? words : puzzle.digits;
}
