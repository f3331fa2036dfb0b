// Small helpers for the page's elements. Text is always set as text, never as markup.

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

/** The element with an id. Throws where the page has none, so that a typo is seen at once.
 * @param {string} id @returns {any} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** Says something to a screen reader, and shows it in the message line. */
export function say(text, kind = "") {
  const line = byId("message");
  line.textContent = text;
  line.dataset.kind = kind;
}

/** Hands the browser a file. @param {string} name @param {Blob | string} content @param {string} [type] */
export function download(name, content, type = "text/plain;charset=utf-8") {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Copies text; where the browser refuses, selects it in a dialog so that it can be copied by hand. */
export async function copy(text, done = "copied") {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    showText("Copy", text);
  }
}

/** A dialog with one text to read or copy. */
export function showText(title, text) {
  const area = make("textarea", { class: "wide", rows: 6, readOnly: true, value: text, "aria-label": title });
  const dialog = make("dialog", { "aria-label": title }, make("h2", {}, title), area,
    make("form", { method: "dialog" }, make("button", {}, "Close")));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  area.select();
}
