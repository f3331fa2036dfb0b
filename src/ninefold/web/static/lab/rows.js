// The rows of the linear program: families switched on and off, and cuts, as options of the method `lp`.

import { NO_POINT } from "./runview.js";
import { make, showMessage } from "../common/dom.js";
import { layoutOf } from "../common/layout.js";
import { cutOf, oddCycle } from "./cuts.js";
import { onPuzzle, puzzle } from "./puzzle.js";
import { rankOf, rowsOf } from "./rank.js";

const FAMILIES = ["cells", "rows", "columns", "boxes", "extras", "clues"];
const SUMS = "sums";
/** Above this size the rank takes too long to compute. */
const MAX_RANK_SIZE = 10;

/** @param {any} form the method’s options @param {() => Promise<any>} go runs the method @param {() => any} frame the point on the board */
export function createRows(form, go, frame) {
  const boxes = new Map([...FAMILIES, SUMS].map((name) => [name, make("input", { type: "checkbox", name, onchange: () => write() })]));
  const label = (name) => make("label", { class: "line" }, boxes.get(name), name === SUMS ? "sums (Σ k·x = 1 + … + N)" : name);
  const extras = label("extras");
  const amount = make("p", { class: "amount", role: "status" });
  const list = make("ul", { class: "cuts", "aria-label": "cuts" });
  const text = make("input", { class: "mono", placeholder: "x_r1c1_5 + x_r2c2_5 <= 1", "aria-label": "a cut", spellcheck: false });
  const element = make("div", { class: "lp-rows" },
    make("fieldset", { class: "methods" }, make("legend", {}, "Rows"),
      ...[...FAMILIES, SUMS].map((name) => (name === "extras" ? extras : label(name))), amount),
    make("fieldset", { class: "cuts-field" }, make("legend", {}, "Cuts"), list,
      make("div", { class: "buttons" }, text,
        make("button", { type: "button", onclick: () => add(text.value) }, "Add"),
        make("button", { type: "button", onclick: find }, "Find one"))));

  const cuts = () => form.get("cuts").split(/[;\n]/).map((one) => one.trim()).filter(Boolean);
  const chosen = () => new Set(form.get("families") === "all" ? FAMILIES : form.get("families").split(",").map((one) => one.trim()));

  function write() {
    const on = FAMILIES.filter((name) => boxes.get(name).checked);
    form.set("families", on.length === FAMILIES.length ? "all" : on.join(","));
    form.set("sums", boxes.get(SUMS).checked ? "true" : "false");
    show();
    go();
  }

  /** Solves with other cuts; if they are refused or leave no point, the cuts are as before, so that later runs work. */
  async function put(all) {
    const before = form.get("cuts");
    form.set("cuts", all.join("; "));
    show();
    const result = await go();
    if (!result?.why?.startsWith(NO_POINT) || all.length <= before.split(/[;\n]/).filter((one) => one.trim()).length) return;
    form.set("cuts", before);
    show();
    if (result.status) showMessage("The cut leaves no feasible point, so it was removed.", "bad");
  }

  function add(written) {
    if (!written.trim()) return showMessage("Type a cut first, such as x_r1c1_5 + x_r2c2_5 <= 1.", "bad");
    text.value = "";
    return put([...cuts(), ...written.split(/[;\n]/).map((one) => one.trim()).filter(Boolean)]);
  }

  function find() {
    const layout = layoutOf(puzzle.layout);
    const cycle = frame() && oddCycle(layout, frame().values);
    if (!cycle) return showMessage(frame() ? "No odd cycle is violated." : "Run the method first: a cut needs a fractional point.");
    const sum = cycle.reduce((total, { x }) => total + x, 0);
    showMessage(`Added a cut: ${cycle.length} candidates in an odd cycle sum to ${sum.toFixed(3)}, but at most ${(cycle.length - 1) / 2} can be true.`);
    return put([...cuts(), cutOf(cycle, layout.size)]);
  }

  /** Shows the options; hidden for other methods. */
  function show() {
    element.hidden = form.name() !== "lp";
    if (element.hidden) return;
    const layout = layoutOf(puzzle.layout);
    const families = chosen();
    extras.hidden = !layout.units.some(({ kind }) => !["row", "column", "box"].includes(kind));
    for (const name of FAMILIES) boxes.get(name).checked = families.has(name);
    boxes.get(SUMS).checked = form.get("sums") === "true";
    const rows = rowsOf(layout, families, boxes.get(SUMS).checked);
    const rank = layout.size > MAX_RANK_SIZE ? "" : `, rank ${rankOf(rows, layout.size ** 3)}`;
    amount.textContent = `${rows.length} rows${rank}, ${layout.size ** 3} variables, without clues`;
    list.replaceChildren(...cuts().map((one, index) => make("li", {}, make("code", {}, one),
      make("button", { type: "button", class: "quiet", "aria-label": `remove the cut ${one}`, onclick: () => put(cuts().filter((_, at) => at !== index)) }, "×"))));
  }

  form.watch(show);
  let before = { ...puzzle };
  onPuzzle(() => {
    const same = puzzle.layout === before.layout && before.digits.every((digit, cell) => !digit || digit === puzzle.digits[cell]);
    if (!same) form.set("cuts", ""); // cuts of another puzzle do not apply
    before = { ...puzzle };
    show();
  });
  show();
  return element;
}
