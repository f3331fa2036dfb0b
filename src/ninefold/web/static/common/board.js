// The board widget. It knows no rules: it shows given cells and reports which cell was touched.
//
//   view  {layout: {word, size, boxOf, diagonals, tinted}, cells: Cell[], focus, hidden?,
//          outlines?: cells[], rings?: cell[], links?, arrows?: [cell, cell][], wave?: cell to run out from, or -1}
//   Cell  {text, kind, corner, centre, colours, classes, label, readonly, invalid, shades}
//
// It redraws at most once per animation frame, and only the cells that differ.

import { draw, make } from "./dom.js";

/** @typedef {{text: string, role?: string, at?: number}} Mark */
/** @typedef {{text?: string, kind?: string, corner?: Mark[], centre?: Mark[], colours?: number[], classes?: string,
 *   label?: string, readonly?: boolean, invalid?: boolean, selected?: boolean, shades?: number[]}} Cell */

/** @param {HTMLElement} host
 * @param {{label: string, touch?: (touch: {phase: string, cell: number, add: boolean, digit: number}) => void}} options
 * `digit` is the digit of the touched shade, else 0. */
export function createBoard(host, { label, touch = () => {} }) {
  const grid = make("div", { class: "board", role: "grid", "aria-label": label, "aria-multiselectable": "true" });
  const overlay = draw("svg", { class: "overlay", "aria-hidden": "true", preserveAspectRatio: "none" });
  const frame = make("div", { class: "frame" }, grid, overlay);
  host.replaceChildren(frame);
  let cells = [];
  let shown = [];
  let word = "";
  let next = null;
  let lines = "";
  let waving = -1;

  function redraw() {
    const view = next;
    next = null;
    if (!view) return;
    if (view.layout.word !== word) rebuild(view.layout);
    frame.classList.toggle("hidden-digits", Boolean(view.hidden));
    view.cells.forEach((cell, index) => {
      const key = JSON.stringify(cell);
      if (shown[index] === key) return;
      shown[index] = key;
      paint(cells[index], cell, view.layout.size);
    });
    cells.forEach((cell, index) => (cell.tabIndex = index === view.focus ? 0 : -1));
    overlayLines(view);
    wave(view.wave ?? -1, view.layout.size);
  }

  /** Starts a wave from a cell: each cell gets its distance, and the style sheet animates it. */
  function wave(from, size) {
    if (from === waving) return;
    waving = from;
    frame.classList.toggle("wave", from >= 0);
    if (from < 0) return;
    const away = (cell) => Math.hypot(Math.floor(cell / size) - Math.floor(from / size), (cell % size) - (from % size));
    cells.forEach((cell, index) => cell.style.setProperty("--away", away(index).toFixed(1)));
  }

  function rebuild(layout) {
    word = layout.word;
    const { size } = layout;
    frame.style.setProperty("--n", String(size));
    frame.style.setProperty("--sub", String(Math.ceil(Math.sqrt(size))));
    frame.dataset.size = String(size);
    cells = layout.boxOf.map((_, cell) => make("div", {
      class: "cell", role: "gridcell", tabIndex: -1, "data-cell": cell,
      "aria-colindex": (cell % size) + 1, "data-edges": edges(layout, cell),
    }));
    const rows = Array.from({ length: size }, (_, row) =>
      make("div", { class: "row", role: "row", "aria-rowindex": row + 1 }, cells.slice(row * size, row * size + size)));
    grid.setAttribute("aria-rowcount", String(size));
    grid.setAttribute("aria-colcount", String(size));
    grid.replaceChildren(...rows);
    shown = [];
    lines = "";
    wave(-1, size);
  }

  function overlayLines(view) {
    const key = JSON.stringify([view.layout.word, view.outlines ?? [], view.rings ?? [], view.links ?? [], view.arrows ?? []]);
    if (key === lines) return;
    lines = key;
    const { size, diagonals } = view.layout;
    overlay.setAttribute("viewBox", `0 0 ${size} ${size}`);
    const parts = [];
    if (diagonals) parts.push(line([0, 0], [size, size], "diagonal"), line([size, 0], [0, size], "diagonal"));
    for (const outline of view.outlines ?? []) parts.push(draw("path", { class: "outline", d: around(outline, size) }));
    /** @returns {[number, number]} */
    const middle = (cell) => [(cell % size) + 0.5, Math.floor(cell / size) + 0.5];
    for (const [from, to] of view.links ?? []) parts.push(link(middle(from), middle(to)));
    for (const cell of view.rings ?? []) parts.push(draw("circle", { class: "ring", cx: middle(cell)[0], cy: middle(cell)[1], r: 0.4 }));
    for (const [from, to] of view.arrows ?? []) parts.push(arrow(middle(from), middle(to)));
    overlay.replaceChildren(...parts);
  }

  const cellAt = ({ clientX, clientY }) => {
    const found = document.elementFromPoint(clientX, clientY)?.closest("[data-cell]");
    return found && grid.contains(found) ? Number(/** @type {HTMLElement} */ (found).dataset.cell) : -1;
  };
  const digitAt = (event) => {
    const shade = /** @type {HTMLElement | undefined} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest(".shades > span"));
    return Number(shade?.dataset.digit ?? 0);
  };
  let dragging = -1;
  let point = { clientX: 0, clientY: 0 };
  grid.addEventListener("pointerdown", (event) => {
    const cell = cellAt(event);
    if (cell < 0 || event.button !== 0) return;
    event.preventDefault(); // no text selection, no scrolling while cells are dragged over
    dragging = cell;
    point = { clientX: event.clientX, clientY: event.clientY };
    grid.setPointerCapture(event.pointerId);
    touch({ phase: "down", cell, add: event.ctrlKey || event.metaKey || event.shiftKey, digit: digitAt(event) });
  });
  grid.addEventListener("pointermove", (event) => {
    if (dragging < 0) return;
    const passed = event.getCoalescedEvents?.() ?? [];
    for (const to of passed.length ? passed : [event]) dragTo(to);
  });

  /** Drags to a point. Fast drags skip cells between two events, so the line between them is followed in steps. */
  function dragTo({ clientX, clientY }) {
    const [dx, dy] = [clientX - point.clientX, clientY - point.clientY];
    const step = grid.clientWidth / Math.sqrt(cells.length) / 3;
    const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / step));
    const { clientX: x, clientY: y } = point;
    for (let i = 1; i <= steps; i++) over(cellAt({ clientX: x + (dx * i) / steps, clientY: y + (dy * i) / steps }));
    point = { clientX, clientY };
  }

  function over(cell) {
    if (cell < 0 || cell === dragging) return;
    dragging = cell;
    touch({ phase: "over", cell, add: true, digit: 0 });
  }
  const end = () => (dragging = -1);
  grid.addEventListener("pointerup", end);
  grid.addEventListener("pointercancel", end);
  grid.addEventListener("dblclick", (event) => {
    const cell = cellAt(event);
    if (cell >= 0) touch({ phase: "double", cell, add: event.ctrlKey || event.metaKey, digit: 0 });
  });
  grid.addEventListener("focusin", (event) => {
    const cell = Number(/** @type {HTMLElement} */ (event.target).dataset.cell);
    if (dragging < 0 && !Number.isNaN(cell)) touch({ phase: "focus", cell, add: false, digit: 0 });
  });

  return {
    frame,
    /** Shows a view at the next animation frame; if there are several, the last. @param {any} view */
    show(view) {
      if (!next) requestAnimationFrame(redraw);
      next = view;
    },
    /** Moves the focus to a cell. @param {number} cell */
    focus(cell) {
      if (next) redraw();
      cells[cell]?.focus({ preventScroll: true });
    },
    /** Whether the focus is on the board. */
    focused: () => grid.contains(document.activeElement),
  };
}

/** Which sides of a cell are edges of its box, as letters. */
function edges({ size, boxOf }, cell) {
  const [row, column] = [Math.floor(cell / size), cell % size];
  const other = (r, c) => r < 0 || c < 0 || r >= size || c >= size || boxOf[r * size + c] !== boxOf[cell];
  return [other(row - 1, column) && "t", other(row, column + 1) && "r", other(row + 1, column) && "b",
          other(row, column - 1) && "l"].filter(Boolean).join(" ");
}

/** The outline of a set of cells as a path. */
function around(cells, size) {
  const inside = new Set(cells);
  const parts = [];
  for (const cell of cells) {
    const [y, x] = [Math.floor(cell / size), cell % size];
    if (y === 0 || !inside.has(cell - size)) parts.push(`M${x} ${y}h1`);
    if (y === size - 1 || !inside.has(cell + size)) parts.push(`M${x} ${y + 1}h1`);
    if (x === 0 || !inside.has(cell - 1)) parts.push(`M${x} ${y}v1`);
    if (x === size - 1 || !inside.has(cell + 1)) parts.push(`M${x + 1} ${y}v1`);
  }
  return parts.join("");
}

function line([x1, y1], [x2, y2], name) {
  return draw("line", { class: name, x1, y1, x2, y2 });
}

/** Distance of a line along a row or column from the middle, so that it does not cross out digits. */
const BESIDE = 0.3;

/** The ends of a line between the middles of two cells, and its direction.
 * @returns {{from: [number, number], to: [number, number], dx: number, dy: number}} */
function between([x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [sx, sy] = [dx ? 0 : BESIDE, dy ? 0 : BESIDE];
  const [start, end] = sx || sy ? [0.27, 0.1] : [0.4, 0.26];
  return { from: [x1 + sx + dx * start, y1 + sy + dy * start], to: [x2 + sx - dx * end, y2 + sy - dy * end], dx, dy };
}

/** A line between two linked cells. */
function link(one, other) {
  const { from, to } = between(one, other);
  return line(from, to, "link");
}

/** An arrow from one cell to another. */
function arrow(one, other) {
  const { from, to: [x, y], dx, dy } = between(one, other);
  const head = `M${x} ${y}L${x - dx * 0.2 - dy * 0.1} ${y - dy * 0.2 + dx * 0.1}L${x - dx * 0.2 + dy * 0.1} ${y - dy * 0.2 - dx * 0.1}z`;
  return draw("g", { class: "arrow" }, line(from, [x - dx * 0.15, y - dy * 0.15], "shaft"), draw("path", { class: "head", d: head }));
}

/** @param {HTMLElement} element @param {Cell} cell @param {number} size */
function paint(element, cell, size) {
  element.className = `cell ${cell.kind ?? ""} ${cell.classes ?? ""}`;
  element.setAttribute("aria-label", cell.label ?? "");
  element.setAttribute("aria-readonly", String(Boolean(cell.readonly)));
  element.setAttribute("aria-selected", String(Boolean(cell.selected)));
  if (cell.invalid) element.setAttribute("aria-invalid", "true");
  else element.removeAttribute("aria-invalid");
  element.style.setProperty("--fill", fill(cell.colours ?? []));
  const parts = [];
  if (cell.shades) parts.push(shades(cell.shades, size));
  if (cell.text) parts.push(make("span", { class: `digit${cell.text.length > 1 ? " two" : ""}`, "aria-hidden": "true" }, cell.text));
  else {
    if (cell.corner?.length) parts.push(marks("corner", cell.corner));
    if (cell.centre?.length) parts.push(marks("centre", cell.centre));
  }
  element.replaceChildren(...parts);
}

/** The marks of a cell; `at` is the fixed place of a mark. */
function marks(name, all) {
  const spans = all.map(({ text, role, at }) => {
    const span = make("span", { class: role ?? "" }, text);
    if (at !== undefined) span.style.gridArea = `${Math.floor(at / 100) + 1} / ${(at % 100) + 1}`;
    return span;
  });
  const size = all.length > 12 ? " many" : all.length > 4 ? " some" : "";
  return make("span", { class: `${name}${size}`, "aria-hidden": "true" }, spans);
}

/** One small square per digit; the darker, the stronger the belief. */
function shades(values, size) {
  const side = Math.ceil(Math.sqrt(size));
  const squares = values.map((value, index) => {
    const square = make("span", { class: value > 0.5 ? "sure" : "", "data-digit": index + 1, title: `${index + 1}: ${value}` }, String(index + 1));
    square.style.setProperty("--belief", String(Math.max(0, Math.min(1, value))));
    return square;
  });
  const all = make("span", { class: "shades", "aria-hidden": "true" }, squares);
  all.style.setProperty("--side", String(side));
  return all;
}

/** The background of a cell: its colours in equal slices. */
function fill(colours) {
  if (!colours.length) return "transparent";
  const share = 100 / colours.length;
  const stops = colours.map((colour, i) => `var(--colour-${colour}) ${i * share}% ${(i + 1) * share}%`);
  return `conic-gradient(from 45deg, ${stops.join(", ")})`;
}
