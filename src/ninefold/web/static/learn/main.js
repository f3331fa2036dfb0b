// The pages that teach. /learn lists the techniques, /learn/NAME explains one, /learn/NAME#practice has positions for it.

import { call } from "../common/backend.js";
import { byId, make, showMessage } from "../common/dom.js";
import { openPage } from "../common/page.js";
import { showIndex } from "./index.js";
import { showPractice } from "./practice.js";
import { scoreOf } from "./progress.js";
import { showTechnique } from "./technique.js";

/** @typedef {{name: string, title: string, family: string, aliases: string[], assumes_unique: boolean, level: string,
 *   explainer: string, layouts: string, positions: number}} Technique */
/** @typedef {{families: {name: string, title: string, about: string}[], techniques: Technique[]}} Table */
/** `next` numbers the positions in which nothing easier is left to do.
 * @typedef {Technique & {about: string, why: string, look: string, never: string, next: number[]}} Lesson */

/** The technique in the address; empty on the index. */
const requested = () => decodeURIComponent(location.pathname.split("/")[2] ?? "");

const isPractice = () => location.hash === "#practice";

/** The list of techniques beside the page: one family open. @param {Table} table @param {string} name */
function fillCourse({ families, techniques }, name) {
  const current = techniques.find((one) => one.name === name);
  byId("course").replaceChildren(...families.map((family) => make("details", { open: family.name === current?.family },
    make("summary", {}, family.title),
    make("ul", {}, techniques.filter((one) => one.family === family.name).map((one) => make("li", {}, link(one, name)))))));
  byId("pick").replaceChildren(make("option", { value: "" }, "All techniques"), ...families.map((family) => make("optgroup", { label: family.title },
    techniques.filter((one) => one.family === family.name).map((one) => make("option", { value: one.name, selected: one.name === name }, one.title)))));
}

function link(one, name) {
  const score = scoreOf(one.name);
  return make("a", { href: `/learn/${one.name}`, "aria-current": one.name === name ? "page" : undefined }, one.title,
    score ? make("span", { class: `score${score === "✓" ? " done" : ""}`, title: "found in practice" }, score) : null);
}

/** Shows one of the three parts of the page. @param {string} id */
function showPart(id) {
  for (const part of ["index", "technique", "practice"]) byId(part).hidden = part !== id;
}

async function start() {
  const table = await call("/api/techniques");
  const name = requested();
  fillCourse(table, name);
  byId("course").hidden = byId("picker").hidden = !name;
  document.querySelector("main")?.classList.toggle("whole", !name);
  if (!name) {
    showPart("index");
    return showIndex(byId("index"), table);
  }
  const lesson = /** @type {Lesson} */ (await call(`/api/techniques/${encodeURIComponent(name)}`));
  document.title = `${lesson.title} – Learn – Ninefold`;
  fillCourse(table, lesson.name);
  let isBuilt = false;
  const route = async () => {
    showPart(isPractice() ? "practice" : "technique");
    if (isPractice()) return showPractice(byId("practice"), lesson);
    fillCourse(table, lesson.name); // practice may have changed the scores
    if (!isBuilt) await showTechnique(byId("technique"), lesson, table);
    isBuilt = true;
    return undefined;
  };
  window.addEventListener("hashchange", () => reportErrors(route));
  return route();
}

/** Runs a command; shows its error, if any. */
async function reportErrors(command) {
  try {
    await command();
  } catch (error) {
    showMessage(error.message, "bad");
    if (error.kind === "not-found") byId("message").append(" ", make("a", { href: "/learn" }, "See all techniques."));
  }
}

openPage();
byId("pick").addEventListener("change", () => location.assign(byId("pick").value ? `/learn/${byId("pick").value}` : "/learn"));
reportErrors(start);
