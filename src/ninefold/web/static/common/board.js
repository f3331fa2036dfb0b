// The board widget. It knows no rules: it shows given cells and reports which cell was touched.
//
//   view     {layout: {word, size, boxOf, diagonals}, cells: Cell[], focus, letters?, hidden?, drawing?,
//             wave?: cell to run out from, or -1}
//   Cell     see below; sets of digits are bits, bit d−1 for digit d
//   Drawing  {outlines: cells[], covers: cells[], rings: cell[], arrows: [Node, Node][], links: Link[], ovals: Node[]}
//   Link     {start: Node, end: Node, kind: strong, weak, then or same}   Node  {cells: cell[], digit: 0 for the middle}
//
// Layers from below: tints of cells, lines of the drawing, digits and marks, outlines and rings, the focus.
// It redraws at most once per animation frame, and only the parts of cells that differ.

import { draw, make } from "./dom.js";
import { around, arrow, line, linkPath, markPlace, middle, oval, placeOf } from "./lines.js";
import { digitsIn, symbol } from "./layout.js";

/** `big` is a digit to place, drawn large. With `inPlace`, each centre mark has the place of its digit. `extra` marks are
 * shown for a step although the player did not make them. `roles` are the parts that digits play in a step.
 * @typedef {{text?: string, kind?: string, big?: string, corner?: number, centre?: number, extra?: number,
 *   inPlace?: boolean, fixed?: boolean, roles?: Record<number, string> | null, strong?: number, colours?: number,
 *   classes?: string, label?: string, readonly?: boolean, invalid?: boolean, selected?: boolean, shades?: number[]}} Cell */
/** @typedef {{cells: number[], digit: number}} Node */
/** @typedef {{outlines?: number[][], covers?: number[][], rings?: number[], arrows?: [Node, Node][], ovals?: Node[],
 *   links?: {start: Node, end: Node, kind: string}[]}} Drawing */

/** @param {HTMLElement} host
 * @param {{label: string, touch?: (touch: {phase: string, cell: number, add: boolean, digit: number}) => void}} options
 * `digit` is the digit of the touched shade or mark, else 0. */
export function createBoard(host, { label, touch = () => {} }) {
  const grid = make("div", { class: "board", role: "grid", "aria-label": label, "aria-multiselectable": "true" });
  const [under, over] = ["under", "over"].map((name) => draw("svg", { class: `overlay ${name}`, "aria-hidden": "true", preserveAspectRatio: "none" }));
  const same = draw("path", { class: "same-marks" });
  under.append(same);
  const pointer = make("div", { class: "pointer", hidden: true });
  const frame = make("div", { class: "frame" }, grid, under, over, pointer);
  host.replaceChildren(frame);
  /** @type {HTMLElement[]} */
  let cells = [];
  /** @type {Cell[]} */
  let shown = [];
  let word = "";
  let next = null;
  let lines = "";
  let waving = -1;
  let focused = -1;
  let letters = true;

  function redraw() {
    const view = next;
    next = null;
    if (!view) return;
    if (view.layout.word !== word || letters !== (view.letters ?? true)) rebuild(view.layout, view.letters ?? true);
    frame.classList.toggle("hidden-digits", Boolean(view.hidden));
    frame.classList.toggle("hinted", Boolean(view.drawing));
    const { size } = view.layout;
    view.cells.forEach((cell, index) => {
      paint(cells[index], cell, shown[index], size, letters);
      shown[index] = cell;
    });
    focusOn(view.focus, size);
    same.setAttribute("d", view.cells.map((cell, index) => (cell.strong && isDrawn(cell, size, letters) ? underline(index, cell.strong, size) : "")).join(""));
    drawLines(view);
    wave(view.wave ?? -1, size);
  }

  /** Makes a cell the one that Tab reaches, and moves the ring there. The ring is above all cells, so none cuts it off. */
  function focusOn(cell, size) {
    if (cell === focused) return;
    if (cells[focused]) cells[focused].tabIndex = -1;
    focused = cell;
    pointer.hidden = cell < 0;
    if (cell < 0) return;
    cells[cell].tabIndex = 0;
    pointer.style.left = `${(100 * (cell % size)) / size}%`;
    pointer.style.top = `${(100 * Math.floor(cell / size)) / size}%`;
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

  function rebuild(layout, asLetters) {
    word = layout.word;
    letters = asLetters;
    const { size } = layout;
    const across = Math.ceil(Math.sqrt(size));
    frame.style.setProperty("--n", String(size));
    frame.style.setProperty("--sub", String(across));
    frame.style.setProperty("--down", String(Math.ceil(size / across)));
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
    focused = -1;
    wave(-1, size);
  }

  function drawLines(view) {
    const { layout: { size, diagonals }, drawing = {} } = view;
    const key = JSON.stringify([diagonals, drawing]);
    if (key === lines) return;
    lines = key;
    for (const layer of [under, over]) layer.setAttribute("viewBox", `0 0 ${size} ${size}`);
    const spot = (node) => placeOf(node, size, (cell, digit) => markPlace(cells[cell], digit, frame, size));
    under.replaceChildren(same,
      ...(diagonals ? [line([0, 0], [size, size], "diagonal"), line([size, 0], [0, size], "diagonal")] : []),
      ...(drawing?.links ?? []).map((one) => linkPath(spot(one.start), spot(one.end), one, size)),
      ...(drawing?.arrows ?? []).map(([from, to]) => arrow(spot(from), spot(to), Boolean(from.digit), Boolean(to.digit))));
    over.replaceChildren(
      ...(drawing?.outlines ?? []).map((outline) => draw("path", { class: "outline", d: around(outline, size) })),
      ...(drawing?.covers ?? []).map((outline) => draw("path", { class: "outline cover", d: around(outline, size) })),
      ...(drawing?.ovals ?? []).map((node) => oval(node.cells.map((cell) => spot({ cells: [cell], digit: node.digit })), size)),
      ...(drawing?.rings ?? []).map((cell) => draw("circle", { class: "ring", cx: middle(cell, size)[0], cy: middle(cell, size)[1], r: 0.41 })));
  }

  const cellAt = ({ clientX, clientY }) => {
    const found = document.elementFromPoint(clientX, clientY)?.closest("[data-cell]");
    return found && grid.contains(found) ? Number(/** @type {HTMLElement} */ (found).dataset.cell) : -1;
  };
  const digitAt = (event) => {
    const part = /** @type {HTMLElement | undefined} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-digit]"));
    return Number(part?.dataset.digit ?? 0);
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
    for (let i = 1; i <= steps; i++) passOver(cellAt({ clientX: x + (dx * i) / steps, clientY: y + (dy * i) / steps }));
    point = { clientX, clientY };
  }

  function passOver(cell) {
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

// Cells

const CONTENT = /** @type {const} */ (["text", "big", "corner", "centre", "extra", "inPlace", "fixed"]);

/** @param {HTMLElement} element @param {Cell} cell @param {Cell | undefined} was what it shows @param {number} size @param {boolean} letters */
function paint(element, cell, was, size, letters) {
  const name = `cell ${cell.kind ?? ""} ${cell.classes ?? ""}`;
  if (element.className !== name) element.className = name;
  if (cell.label !== was?.label) element.setAttribute("aria-label", cell.label ?? "");
  if (!was || cell.readonly !== was.readonly) element.setAttribute("aria-readonly", String(Boolean(cell.readonly)));
  if (!was || cell.selected !== was.selected) element.setAttribute("aria-selected", String(Boolean(cell.selected)));
  if (cell.invalid !== was?.invalid) {
    if (cell.invalid) element.setAttribute("aria-invalid", "true");
    else element.removeAttribute("aria-invalid");
  }
  if (cell.colours !== was?.colours) {
    element.style.setProperty("--fill", fill(digitsIn(cell.colours ?? 0)));
    element.toggleAttribute("data-coloured", Boolean(cell.colours));
  }
  const changed = !was || CONTENT.some((part) => cell[part] !== was[part]) || String(cell.shades) !== String(was.shades)
    || isDrawn(cell, size, letters) !== isDrawn(was, size, letters);
  if (changed) element.replaceChildren(...content(cell, size, letters));
  if (changed ? cell.roles || cell.strong : cell.strong !== was?.strong || cell.roles || was?.roles) setRoles(element, cell);
}

function content(cell, size, letters) {
  const parts = [];
  if (cell.shades) parts.push(shades(cell.shades, size));
  const digit = cell.big ?? cell.text;
  if (digit) parts.push(make("span", { class: `${cell.big ? "big" : "digit"}${digit.length > 1 ? " two" : ""}`, "aria-hidden": "true" }, digit));
  if (!digit && isDrawn(cell, size, letters)) parts.push(drawnMarks(digitsIn((cell.centre ?? 0) | (cell.corner ?? 0)), size));
  else if (!digit && (cell.corner || cell.centre || cell.extra)) parts.push(...marks(cell, size, letters));
  return parts;
}

/** Whether the marks of a cell are one drawing: on large boards there are thousands, too many for separate elements.
 * Marks with roles are elements everywhere. @param {Cell} cell @param {number} size @param {boolean} letters */
const isDrawn = (cell, size, letters) => size > 9 && letters && Boolean(cell.inPlace && !cell.roles && !cell.text && !cell.big && (cell.centre || cell.corner));

/** The place of a digit among the marks of its cell: the middle, and the size of its spot, in cells. */
function placeIn(digit, size) {
  const across = Math.ceil(Math.sqrt(size));
  const [width, height] = [0.9 / across, 0.92 / Math.ceil(size / across)];
  return { x: 0.05 + width * (((digit - 1) % across) + 0.5), y: 0.04 + height * (Math.floor((digit - 1) / across) + 0.5), width, height };
}

/** Marks in their places as one text, in which each letter has its position. @param {number[]} digits @param {number} size */
function drawnMarks(digits, size) {
  const places = digits.map((digit) => placeIn(digit, size));
  const text = draw("text", { x: places.map(({ x }) => 100 * x).join(" "), y: places.map(({ y }) => 100 * y).join(" ") });
  text.textContent = digits.map(symbol).join("");
  return draw("svg", { class: "places drawn", viewBox: "0 0 100 100", "aria-hidden": "true" }, text);
}

/** The line under a drawn mark, as part of a path. */
function underline(cell, digit, size) {
  const { x, y, width, height } = placeIn(digit, size);
  return `M${(cell % size) + x - width / 2} ${Math.floor(cell / size) + y + 0.46 * height}h${width}`;
}

/** The marks of a cell. In place, a digit is always in the same spot; otherwise corner marks go round the edge, and centre
 * marks are in even rows. */
function marks({ corner = 0, centre = 0, extra = 0, inPlace = false, fixed = false }, size, letters) {
  const across = Math.ceil(Math.sqrt(size));
  const spots = (digits, at) => digits.map((digit, i) => {
    const place = at(digit, i);
    const span = make("span", { "data-digit": digit }, letters ? symbol(digit) : String(digit));
    span.style.gridArea = `${Math.floor(place / across) + 1} / ${(place % across) + 1}`;
    return span;
  });
  const own = (digit) => digit - 1;
  const group = (name, children) => (children.length ? [make("span", { class: name, "aria-hidden": "true" }, children)] : []);
  if (inPlace || (!centre && !corner)) return group("places", spots(digitsIn(centre | corner | extra), own));
  const rows = Math.ceil(digitsIn(centre).length / (across + 1));
  const columns = Math.ceil(digitsIn(centre).length / Math.max(1, rows));
  const list = group("centre", digitsIn(centre).map((digit) => make("span", { "data-digit": digit }, letters ? symbol(digit) : String(digit))));
  if (list.length) list[0].style.setProperty("--columns", String(columns));
  const round = edge(across);
  const isFixed = (fixed && !centre) || digitsIn(corner).length > round.length;
  const added = digitsIn(extra & ~corner & ~centre);
  return [...group("corner", spots(digitsIn(corner), isFixed ? own : (_, i) => round[i])),
          ...list, ...group("corner extra", spots(added, (_, i) => round.at(-1 - i) ?? i))];
}

/** The places round the edge of a cell: the four corners, then between them at the top and the bottom. */
function edge(across) {
  const last = across * (across - 1);
  const between = Array.from({ length: Math.max(0, across - 2) }, (_, i) => [i + 1, last + i + 1]).flat();
  return [0, across - 1, last, last + across - 1, ...between];
}

/** Gives each mark the class of its role. @param {HTMLElement} element @param {Cell} cell */
function setRoles(element, { roles, strong }) {
  for (const mark of element.querySelectorAll("span > [data-digit]")) {
    const digit = Number(/** @type {HTMLElement} */ (mark).dataset.digit);
    const name = roles?.[digit] ?? (digit === strong ? "strong" : "");
    if (mark.className !== name) mark.className = name;
  }
}

/** One small mark per digit; the style sheet shows its value as the size of a dot or as a shade. */
function shades(values, size) {
  const side = Math.ceil(Math.sqrt(size));
  const squares = values.map((value, index) => {
    const square = make("span", { class: value > 0.5 ? "sure" : value > 0.3 ? "likely" : "", "data-digit": index + 1, title: `${index + 1}: ${value}` }, String(index + 1));
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
