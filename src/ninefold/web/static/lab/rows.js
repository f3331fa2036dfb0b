// The rows of the linear program: families switched on and off, and cuts, as options of the method `lp`.

import { NO_POINT } from "./runview.js";
import { call } from "../common/backend.js";
import { make, showMessage } from "../common/dom.js";
import { layoutOf } from "../common/layout.js";
import { onPuzzle, puzzle } from "./puzzle.js";

const FAMILIES = ["cells", "rows", "columns", "boxes", "extras", "clues"];
const SUMS = "sums";

/** @param {any} form the method’s options @param {() => Promise<any>} go runs the method @param {() => any} frame the point on the board
 * @returns {Element[]} */
export function createRows(form, go, frame) {
  const boxes = new Map([...FAMILIES, SUMS].map((name) => [name, make("input", { type: "checkbox", name, onchange: () => write() })]));
  const label = (name) => make("label", { class: "line" }, boxes.get(name), name === SUMS ? "sums (Σ k·x = 1 + … + N)" : name);
  const extras = label("extras");
  const amount = make("span", { class: "amount", role: "status" });
  const list = make("ul", { class: "cuts", "aria-label": "cuts" });
  const count = make("span", {});
  const text = make("input", { class: "mono", placeholder: "x_r1c1_5 + x_r2c2_5 <= 1", "aria-label": "a cut", spellcheck: false });
  const constraints = make("details", { class: "rows" }, make("summary", {}, make("span", {}, "Constraints: ", amount)),
    make("fieldset", { class: "methods" }, make("legend", {}, "Rows"), ...[...FAMILIES, SUMS].map((name) => (name === "extras" ? extras : label(name)))));
  const cutting = make("details", { class: "cutting" }, make("summary", {}, make("span", {}, "Cuts", count)), list,
    make("div", { class: "buttons" }, text,
      make("button", { type: "button", onclick: () => add(text.value) }, "Add"),
      make("button", { type: "button", onclick: find }, "Find one")));

  const cuts = () => form.get("cuts").split(/[;\n]/).map((one) => one.trim()).filter(Boolean);
  const chosen = () => (form.get("families") === "all" ? FAMILIES : form.get("families").split(",").map((one) => one.trim()));

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

  async function find() {
    const point = frame();
    if (!point) return showMessage("Run the method first: a cut needs a fractional point.");
    try {
      const { cut, candidates, sum, most } = await call("/api/cut", { layout: puzzle.layout, values: point.values });
      if (!cut) return showMessage("No odd cycle is violated.");
      showMessage(`Added a cut: ${candidates} candidates in an odd cycle sum to ${sum.toFixed(3)}, but at most ${most} can be true.`);
      return put([...cuts(), cut]);
    } catch (error) {
      return showMessage(error.message, "bad");
    }
  }

  /** The size of the program, which the server counts. */
  let latest = 0;
  async function measure() {
    const mine = ++latest;
    if (layoutOf(puzzle.layout).size > 16) amount.textContent = "counting…"; // the rank takes seconds
    const families = chosen().filter((name) => FAMILIES.includes(name));
    try {
      const { rows, rank, variables } = await call("/api/rows", { layout: puzzle.layout, families, sums: boxes.get(SUMS).checked });
      if (mine === latest) amount.textContent = `${rows} rows, ${rank === null ? "" : `rank ${rank}, `}${variables} variables, without clues`;
    } catch {
      if (mine === latest) amount.textContent = "not counted";
    }
  }

  /** Shows the options; hidden for other methods. */
  function show() {
    constraints.hidden = cutting.hidden = form.name() !== "lp";
    if (cutting.hidden) return;
    const layout = layoutOf(puzzle.layout);
    const families = chosen();
    extras.hidden = !layout.units.some(({ kind }) => !["row", "column", "box"].includes(kind));
    for (const name of FAMILIES) boxes.get(name).checked = families.includes(name);
    boxes.get(SUMS).checked = form.get("sums") === "true";
    measure();
    count.textContent = cuts().length ? `: ${cuts().length}` : "";
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
  return [constraints, cutting];
}
