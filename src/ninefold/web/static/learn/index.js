// The index: every technique by family, with a search by any of its names.

import { make } from "../common/dom.js";
import { scoreOf } from "./progress.js";

/** @param {HTMLElement} host @param {import("./main.js").Table} table */
export function showIndex(host, { families, techniques }) {
  const search = make("input", { type: "search", id: "search", placeholder: "Name or alias" });
  const sections = families.map((family) => familySection(family, techniques.filter((one) => one.family === family.name)));
  const none = make("p", { role: "status", class: "soft" });
  search.addEventListener("input", () => {
    const wanted = simple(search.value);
    for (const { items } of sections) for (const { item, words } of items) item.hidden = !words.includes(wanted);
    for (const { section, items } of sections) section.hidden = items.every(({ item }) => item.hidden);
    none.textContent = sections.every(({ section }) => section.hidden) ? `No technique is called “${search.value.slice(0, 40)}”.` : "";
  });
  host.replaceChildren(
    make("div", { class: "index-head" },
      make("div", {}, make("h1", {}, "Learn"), make("p", {}, `${techniques.length} techniques, from singles to nested forcing chains: what each one is, why it is valid, how to look for it, and positions to practise on.`)),
      make("label", { class: "field" }, "Search", search)),
    none, ...sections.map(({ section }) => section));
}

const simple = (text) => text.toLowerCase().replace(/[^a-z0-9+]/g, "");

function familySection(family, techniques) {
  const items = techniques.map((one) => ({ item: make("li", {}, card(one)), words: [one.title, one.name, ...one.aliases].map(simple).join(" ") }));
  const section = make("section", { class: "family", "aria-labelledby": `family-${family.name}` },
    make("h2", { id: `family-${family.name}` }, family.title), make("p", {}, family.about),
    make("ul", { class: "techniques" }, items.map(({ item }) => item)));
  return { section, items };
}

function card(one) {
  const score = scoreOf(one.name);
  const about = [one.level, one.explainer && `rating ${one.explainer}`, one.assumes_unique && "assumes one solution"].filter(Boolean).join(" · ");
  return make("a", { href: `/learn/${one.name}` }, make("span", { class: "title" }, one.title),
    score ? make("span", { class: `score${score === "✓" ? " done" : ""}` }, score) : make("span"),
    make("span", { class: "about" }, about.charAt(0).toUpperCase() + about.slice(1)));
}
