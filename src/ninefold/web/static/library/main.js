// The library page: search, open, import, name and tag, export, print a book.

import { call, fetchFile, sendFile, withoutCommand } from "../common/backend.js";
import { confirm } from "../common/confirm.js";
import { asSentence, byId, counted, download, make, showMessage } from "../common/dom.js";
import { writable } from "../common/formats.js";
import { about, createMenu, openPage } from "../common/page.js";
import { checkbox, choice, field, openDialog, readingOptions } from "../play/dialogs/dialog.js";
import { solvedIn } from "../play/storage.js";
import { levelName } from "../play/view.js";
import { card } from "./card.js";

const PAGE = 24;
const TYPING = 300; // ms after a letter until the search runs
let offset = 0;
let found = /** @type {{total: number, puzzles: any[]}} */ ({ total: 0, puzzles: [] });

/** The search criteria that are filled in. */
function criteria() {
  const scales = ["minutes", "er", "ep", "ed", "score", "backdoor", "guesses"].flatMap((name) => ["from", "to"].map((end) => [`${name}_${end}`, `q-${name}-${end}`]));
  const names = { text: "q-text", size: "q-size", level: "q-level", tag: "q-tag", ...Object.fromEntries(scales), technique: "q-technique", hodoku: "q-hodoku", clues_from: "q-from", clues_to: "q-to", sort: "q-sort" };
  return Object.fromEntries(Object.entries(names).map(([name, id]) => [name, byId(id).value.trim()]).filter(([, value]) => value));
}

const query = (more) => new URLSearchParams({ ...criteria(), ...more }).toString();

/** Wraps a command so that its errors are shown. */
const reportErrors = (run) => async (...given) => {
  try {
    return await run(...given);
  } catch (error) {
    const missing = error.kind === "not-found" ? "No library is open. Start the server with ninefold play --library FILE. " : "";
    return showMessage(missing + error.message, "bad");
  }
};

const search = reportErrors(async (text = "") => {
  found = await call(`/api/library?${query({ offset: String(offset), limit: String(PAGE) })}`);
  const solved = solvedIn();
  byId("found").replaceChildren(...found.puzzles.map((puzzle) =>
    card(puzzle, playAddress(puzzle), solved(puzzle.puzzle.layout, puzzle.puzzle.digits), edit)));
  const last = Math.min(offset + PAGE, found.total);
  byId("range").textContent = found.total ? `${offset + 1} to ${last} of ${found.total}` : "";
  byId("previous").disabled = offset === 0;
  byId("next").disabled = last >= found.total;
  byId("clear").hidden = Boolean(found.total) || !isSearch();
  showMessage(text || (found.total ? `${counted(found.total, "puzzle")}.` : isSearch() ? "No puzzles match this search."
    : "The library is empty. Drop a file with puzzles on this page to start."));
});

/** Whether any criterion besides the order is set. */
const isSearch = () => Object.keys(criteria()).some((name) => name !== "sort");

/** Clears the search and shows everything. */
function clear() {
  byId("search").reset();
  offset = 0;
  byId("q-text").focus();
  return search();
}

/** The address of the play page with a puzzle. */
function playAddress({ puzzle, name, level }) {
  const text = puzzle.size > 9 ? puzzle.digits.join("-") : puzzle.line;
  return `/#${new URLSearchParams({ puzzle: text, layout: puzzle.layout, name: name ?? "", level: level ?? "" })}`;
}

/** Changes the name and tags of a puzzle, or removes it after a confirmation; the focus then moves to the next one. */
function edit(puzzle, item) {
  const address = `/api/library/${encodeURIComponent(puzzle.id)}`;
  const title = make("input", { id: "edit-name", value: puzzle.name ?? "" });
  const tags = make("input", { id: "edit-tags", value: (puzzle.tags ?? []).join(", ") });
  const save = reportErrors(async () => {
    const names = tags.value.split(",").map((tag) => tag.trim()).filter(Boolean);
    await call(address, { name: title.value, tags: names }, "PATCH");
    await search("Saved.");
  });
  const remove = reportErrors(async () => {
    const at = [...byId("found").children].indexOf(item);
    await call(address, undefined, "DELETE");
    dialog.close();
    if (found.puzzles.length === 1) offset = Math.max(0, offset - PAGE);
    await search("Removed.");
    const left = byId("found").children;
    (left[Math.min(at, left.length - 1)]?.querySelector("a") ?? byId("q-text")).focus();
  });
  const dialog = openDialog("Name and tags", [make("div", { class: "fields" }, field("Name", title), field("Tags, separated by commas", tags))], [
    { name: "Save", first: true, run: save },
    { name: "Remove…", run: () => { confirm(dialog.querySelector(".buttons"), "Remove this puzzle?", "Remove", remove); return false; } },
    { name: "Close" }]);
}

/** @typedef {{added: number, doubles: number, completed: number, games: number, errors: any[], notes: string[], failed: [string, string][]}} Sum */

/** Imports one source after the other; one that cannot be read does not stop the others, and each is reported.
 * @param {[string, () => Promise<any>][]} sources a name, and what imports it */
const importAll = reportErrors(async (sources) => {
  const sum = /** @type {Sum} */ ({ added: 0, doubles: 0, completed: 0, games: 0, errors: [], notes: [], failed: [] });
  for (const [number, [name, run]] of sources.entries()) {
    showMessage(sources.length > 1 ? `Importing ${name}: ${number + 1} of ${sources.length}…` : `Importing ${name}…`);
    try {
      const answer = await run();
      for (const count of /** @type {const} */ (["added", "doubles", "completed", "games"])) sum[count] += answer[count];
      sum.errors.push(...answer.errors.map((error) => ({ ...error, name })));
      sum.notes.push(...answer.notes);
    } catch (error) {
      if (["offline", "not-found"].includes(error.kind)) throw error;
      sum.failed.push([name, error.message]);
    }
  }
  await showImported(sum);
});

/** @param {Sum} sum */
async function showImported({ added, doubles, completed, games, errors, notes, failed }) {
  const details = completed ? `, ${completed} of them with new details` : "";
  const started = games ? ` ${games} in progress: see Games on the Play page.` : "";
  const note = notes.length ? ` ${notes[0]}.` : "";
  const faults = errors.length ? ` ${counted(errors.length, "puzzle")} could not be read.` : "";
  const lost = failed.length ? ` ${counted(failed.length, "file")} could not be read.` : "";
  offset = 0;
  await search(`${added} added, ${doubles} already in the library${details}.${started}${note}${faults}${lost}`);
  const lines = [...failed.map(([name, message]) => [name, message]), ...errors.slice(0, 20).map(({ name, message }) => [name, withoutCommand(message)])];
  byId("import-faults").replaceChildren(...lines.map(([name, message]) => make("li", {}, make("strong", {}, `${name}: `), asSentence(message))));
  byId("import-faults").hidden = !lines.length;
}

const importFiles = (files, options = {}) =>
  importAll(files.map((file) => [file.name, () => sendFile("/api/library", file, options)]));

function importDialog() {
  const file = make("input", { type: "file", id: "import-file", multiple: true });
  const text = make("textarea", { id: "import-text", class: "wide", rows: 6, spellcheck: false });
  const options = readingOptions("import");
  openDialog("Import", [field("Files in any format", file), field("or text", text),
    make("details", {}, make("summary", {}, "If they are read wrongly"), options.fields)], [
    { name: "Import", first: true, run: () => {
      if (file.files.length) importFiles([...file.files], options.read());
      else importAll([["the text", () => call("/api/library", { text: text.value, ...options.read() })]]);
    } }, { name: "Close" }]);
  file.focus();
}

const exportFound = reportErrors(async () => {
  const { formats } = await call("/api/formats");
  const kinds = writable(formats.filter(({ single }) => !single));
  const format = choice("export-format", kinds, "sdm");
  openDialog("Export", [make("p", {}, counted(found.total, "puzzle")), field("Format", format)], [
    { name: "Save", first: true, run: reportErrors(async () => {
      const file = await fetchFile(`/api/library/export?${query({ format: format.value })}`);
      download(file.name, file.blob);
      showMessage(file.lost ? `Saved. This format does not include: ${file.lost}.` : "Saved.");
    }) }, { name: "Close" }]);
});

function printBook() {
  const title = make("input", { id: "book-title", value: "Sudoku" });
  const count = make("input", { id: "book-count", type: "number", min: 1, max: 200, value: String(Math.min(200, found.total || 1)) });
  const each = choice("book-each", [["1", "1"], ["2", "2"], ["4", "4"], ["6", "6"]], "4");
  const paper = choice("book-paper", [["a4", "A4"], ["a5", "A5"], ["letter", "Letter"], ["6x9", "6 × 9 in"], ["8x10", "8 × 10 in"], ["8.5x8.5", "8.5 × 8.5 in"]], "a4");
  const gutter = make("input", { id: "book-gutter", type: "number", min: 0, max: 40, value: "0" });
  openDialog("Print a book", [
    make("div", { class: "fields" }, field("Title", title), field("Number of puzzles (from the top)", count), field("Puzzles per page", each), field("Paper", paper), field("Extra space at the spine (mm)", gutter)),
    checkbox("book-answers", "Solutions at the end", true),
    checkbox("book-references", "Page of the solution beside each puzzle", false),
    checkbox("book-sections", "Sorted by level, with contents", false),
  ], [{ name: "Create PDF", first: true, run: reportErrors(async () => {
    const { puzzles } = await call(`/api/library?${query({ limit: count.value })}`);
    const documents = puzzles.map(({ puzzle, name: title, level }) => ({
      format: "ninefold/1", layout: puzzle.layout, clues: puzzle.size > 9 ? puzzle.digits.join(" ") : puzzle.line, meta: { ...(title && { name: title }), ...(level && { level }) },
    }));
    const file = await fetchFile("/api/book", { puzzles: documents, title: title.value, paper: paper.value, per_page: Number(each.value), gutter: Number(gutter.value), answers: byId("book-answers").checked, references: byId("book-references").checked, sections: byId("book-sections").checked });
    download("book.pdf", file.blob);
    showMessage(`Saved a book of ${counted(documents.length, "puzzle")}.${file.warning ? ` Note: ${file.warning}.` : ""}`);
  }) }, { name: "Close" }]);
}

function wire() {
  let typing = 0;
  const again = () => { clearTimeout(typing); offset = 0; search(); };
  byId("search").addEventListener("submit", (event) => { event.preventDefault(); again(); });
  byId("search").addEventListener("change", again);
  byId("q-text").addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(again, TYPING); });
  byId("clear").addEventListener("click", clear);
  byId("previous").addEventListener("click", () => { offset = Math.max(0, offset - PAGE); search(); });
  byId("next").addEventListener("click", () => { offset += PAGE; search(); });
  byId("import").addEventListener("click", importDialog);
  createMenu(byId("more"), byId("more-menu"));
  byId("filters").addEventListener("click", () => {
    byId("filter-fields").hidden = !byId("filter-fields").hidden;
    byId("filters").setAttribute("aria-expanded", String(!byId("filter-fields").hidden));
  });
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
about().then((server) => byId("q-level").append(...(server?.levels ?? []).filter((level) => level !== "any").map((level) => make("option", { value: level }, levelName(level)))));
search();
