// The library page: search, open, import by drop, name and tag, export, print a book.

import { ask, askFile, forPage, sendFile } from "../common/api.js";
import { byId, download, make, say } from "../common/dom.js";
import { about, openPage } from "../common/page.js";
import { askFirst } from "../common/sure.js";
import { choice, field, openDialog, tick } from "../play/dialogs/dialog.js";
import { card } from "./card.js";

const PAGE = 24;
let offset = 0;
let found = { total: 0, puzzles: [] };

/** What is searched for, without what was left empty. */
function wishes() {
  const names = { text: "q-text", size: "q-size", level: "q-level", tag: "q-tag", clues_from: "q-from", clues_to: "q-to", sort: "q-sort" };
  return Object.fromEntries(Object.entries(names).map(([name, id]) => [name, byId(id).value.trim()]).filter(([, value]) => value));
}

const query = (more) => new URLSearchParams({ ...wishes(), ...more }).toString();

/** Runs a command and says what goes wrong. */
const told = (run) => async (...given) => {
  try {
    return await run(...given);
  } catch (error) {
    const missing = error.kind === "not-found" ? "No library is open: start with ninefold play --library FILE. " : "";
    return say(missing + error.message, "bad");
  }
};

const search = told(async (words = "") => {
  found = await ask(`/api/library?${query({ offset: String(offset), limit: String(PAGE) })}`);
  byId("found").replaceChildren(...found.puzzles.map((puzzle) => card(puzzle, { open, remove, name })));
  const last = Math.min(offset + PAGE, found.total);
  byId("range").textContent = found.total ? `${offset + 1} to ${last} of ${found.total}` : "";
  byId("previous").disabled = offset === 0;
  byId("next").disabled = last >= found.total;
  byId("clear").hidden = Boolean(found.total) || !isSearch();
  say(words || (found.total ? `${found.total} found.` : isSearch() ? "Nothing in the library matches this search."
    : "Nothing found. Drop a file with puzzles on this page to begin."));
});

/** Whether anything is asked of the puzzles; the order they stand in is no such thing. */
const isSearch = () => Object.keys(wishes()).some((name) => name !== "sort");

/** Searches for everything. */
function clear() {
  byId("search").reset();
  offset = 0;
  byId("q-text").focus();
  return search();
}

/** Opens a puzzle on the play page: it travels in the address. */
function open({ puzzle, name, level }) {
  const text = puzzle.size > 9 ? puzzle.digits.join("-") : puzzle.line;
  location.assign(`/#${new URLSearchParams({ puzzle: text, layout: puzzle.layout, name: name ?? "", level: level ?? "" })}`);
}

/** Removes a puzzle, if that is meant; the keyboard goes on to the next one. */
function remove({ id }, item) {
  const at = [...byId("found").children].indexOf(item);
  askFirst(item.querySelector(".buttons"), "Remove it?", "Remove", told(async () => {
    await ask(`/api/library/${encodeURIComponent(id)}`, undefined, "DELETE");
    if (found.puzzles.length === 1) offset = Math.max(0, offset - PAGE);
    await search("Removed.");
    const left = byId("found").children;
    (left[Math.min(at, left.length - 1)]?.querySelector("button") ?? byId("q-text")).focus();
  }));
}

function name(puzzle) {
  const title = make("input", { id: "edit-name", value: puzzle.name ?? "" });
  const tags = make("input", { id: "edit-tags", value: (puzzle.tags ?? []).join(", ") });
  openDialog("Name and tags", [make("div", { class: "fields" }, field("Name", title), field("Tags, with commas between", tags))], [
    { name: "Keep", first: true, run: told(async () => {
      const words = tags.value.split(",").map((tag) => tag.trim()).filter(Boolean);
      await ask(`/api/library/${encodeURIComponent(puzzle.id)}`, { name: title.value, tags: words }, "PATCH");
      await search("Kept.");
    }) }, { name: "Close" }]);
}

function sayImported({ added, doubles, completed, games, errors, notes }) {
  const more = completed ? `, of which ${completed} got a name or the like` : "";
  const begun = games ? ` ${games} in play: see Games on the Play page.` : "";
  const told = notes.length ? ` ${notes[0]}.` : "";
  const faults = errors.length ? ` ${errors.length} could not be read: ${forPage(errors[0].message)}` : "";
  offset = 0;
  return search(`${added} added, ${doubles} were there already${more}.${begun}${told}${faults}`);
}

const importFiles = told(async (files) => {
  const sum = { added: 0, doubles: 0, completed: 0, games: 0, errors: /** @type {any[]} */ ([]), notes: /** @type {string[]} */ ([]) };
  for (const file of files) {
    const answer = await sendFile("/api/library", file);
    for (const count of /** @type {const} */ (["added", "doubles", "completed", "games"])) sum[count] += answer[count];
    sum.errors.push(...answer.errors);
    sum.notes.push(...answer.notes);
  }
  await sayImported(sum);
});

function importText() {
  const text = make("textarea", { id: "import-text", class: "wide", rows: 8, spellcheck: false });
  openDialog("Import text", [field("Puzzles in any form", text)], [
    { name: "Import", first: true, run: told(async () => sayImported(await ask("/api/library", { text: text.value }))) }, { name: "Close" }]);
  text.focus();
}

const exportFound = told(async () => {
  const { formats } = await ask("/api/formats");
  const kinds = formats.filter(({ writes, single }) => writes && !single).map(({ name: one, about: words }) => [one, `${one}: ${words}`]);
  const format = choice("export-format", kinds, "sdm");
  openDialog("Export", [make("p", {}, `${found.total} puzzles`), field("Format", format)], [
    { name: "Save", first: true, run: told(async () => {
      const file = await askFile(`/api/library/export?${query({ format: format.value })}`);
      download(file.name, file.blob);
      say(file.lost ? `Saved. This format does not keep: ${file.lost}.` : "Saved.");
    }) }, { name: "Close" }]);
});

function printBook() {
  const title = make("input", { id: "book-title", value: "Sudoku" });
  const count = make("input", { id: "book-count", type: "number", min: 1, max: 200, value: String(Math.min(200, found.total || 1)) });
  const each = choice("book-each", [["1", "1"], ["2", "2"], ["4", "4"], ["6", "6"]], "4");
  const paper = choice("book-paper", [["a4", "A4"], ["letter", "Letter"]], "a4");
  openDialog("Print a book", [
    make("div", { class: "fields" }, field("Title", title), field("Puzzles, from the top of what was found", count), field("On each page", each), field("Paper", paper)),
    tick("book-answers", "with answers at the end", true),
  ], [{ name: "Make the PDF", first: true, run: told(async () => {
    const { puzzles } = await ask(`/api/library?${query({ limit: count.value })}`);
    const sheets = puzzles.map(({ puzzle, name: words }) => ({
      format: "ninefold/1", layout: puzzle.layout, clues: puzzle.size > 9 ? puzzle.digits.join(" ") : puzzle.line, ...(words ? { meta: { name: words } } : {}),
    }));
    const file = await askFile("/api/book", { sheets, title: title.value, paper: paper.value, per_page: Number(each.value), answers: byId("book-answers").checked });
    download("book.pdf", file.blob);
    say(`A book of ${sheets.length} puzzles was made.`);
  }) }, { name: "Close" }]);
}

function wire() {
  byId("search").addEventListener("submit", (event) => { event.preventDefault(); offset = 0; search(); });
  byId("clear").addEventListener("click", clear);
  byId("previous").addEventListener("click", () => { offset = Math.max(0, offset - PAGE); search(); });
  byId("next").addEventListener("click", () => { offset += PAGE; search(); });
  byId("import-file").addEventListener("change", () => importFiles([...byId("import-file").files]));
  byId("import-paste").addEventListener("click", importText);
  byId("export").addEventListener("click", exportFound);
  byId("book").addEventListener("click", printBook);
  document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("drop-here"); });
  document.addEventListener("dragleave", () => document.body.classList.remove("drop-here"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("drop-here");
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length) importFiles(files);
  });
}

openPage();
wire();
about().then((server) => byId("q-level").append(...(server?.levels ?? []).filter((level) => level !== "any").map((level) => make("option", {}, level))));
search();
