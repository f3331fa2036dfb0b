// Helpers for elements, messages, downloads and the clipboard. Text is always set as text, never as markup.

/** An element with properties and children. `class`, `data-…`, `aria-…` and `role` become attributes.
 * @param {string} tag @param {Record<string, any>} [properties] @param {...any} children
 * @returns {any} */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !/^(data|aria)-|^(role|class|for|list)$/.test(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** An SVG element. @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children.flat());
  return element;
}

/** An icon of lines, by its path. @param {string} path */
export const icon = (path) => draw("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: path }));

/** The levels of puzzles, easiest first, as the server names them. */
export const LEVELS = ["gentle", "easy", "moderate", "tricky", "hard", "severe", "extreme"];
const FORMER = { medium: "moderate" }; // a level of saved games

/** A level as a rank of rising bars, so that it reads without colour; none are filled if it is unknown.
 * @param {string} level */
export const levelBars = (level) => draw("svg", { class: "bars", viewBox: "0 0 24 16", "aria-hidden": "true" }, LEVELS.map((_, i) => {
  const [step, height] = [24 / LEVELS.length, 4 + (11.5 * i) / (LEVELS.length - 1)];
  const isOn = i <= LEVELS.indexOf(FORMER[level] ?? level);
  return draw("rect", { class: isOn ? "on" : "", x: (0.15 + i) * step, y: 15.5 - height, width: 0.7 * step, height, rx: 0.6 });
}));

/** Sets an attribute if it differs: even an equal one makes the browser compute styles again.
 * @param {HTMLElement} element @param {string} name @param {string} value */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Sets a text if it differs. @param {HTMLElement} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A message as a sentence: capital letter, full stop. The name of a cell, such as r1c3, stays as it is.
 * @param {string} text */
export function asSentence(text) {
  const start = /^r\d+c\d+/.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?…]$/.test(start) || !start ? start : `${start}.`;
}

/** A sentence with the names of cells in bold; each line of a forcing chain is a line, set in as far as its assumptions are
 * deep. @param {string} text */
export function sentence(text) {
  const parts = (line) => line.trim().split(/(\br\d+c\d+\b)/).map((part) => (/^r\d+c\d+$/.test(part) ? make("strong", {}, part) : part));
  const lines = text.split("\n");
  if (lines.length === 1) return parts(text);
  return lines.map((line) => make("span", { class: `deduction deep-${Math.min(line.search(/\S|$/) >> 1, 4)}` }, ...parts(line)));
}

/** A number with its noun: "1 clue", "2 clues". @param {number} number @param {string} noun */
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** The element with an id. Throws if the page lacks it, so that a typo shows at once.
 * @param {string} id @returns {any} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** Shows a text in the message line, which screen readers announce.
 * @param {string} text @param {string} [kind] "good", "bad" or neither */
export function showMessage(text, kind = "") {
  const line = byId("message");
  line.textContent = asSentence(text);
  line.dataset.kind = kind;
}

/** Saves a file through the browser. @param {string} name @param {Blob | string} content @param {string} [type] */
export function download(name, content, type = "text/plain;charset=utf-8") {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Copies a text to the clipboard. If the browser refuses, shows it selected, ready to be copied by hand.
 * @param {string} text @returns {Promise<boolean>} whether it was copied */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    showText("Copy", text);
    return false;
  }
}

/** Opens a dialog with one text to read or copy. */
function showText(title, text) {
  const area = make("textarea", { class: "wide", rows: 6, readOnly: true, value: text, "aria-label": title });
  const dialog = make("dialog", { "aria-label": title }, make("h2", {}, title), area,
    make("form", { method: "dialog" }, make("button", {}, "Close")));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  area.select();
}
