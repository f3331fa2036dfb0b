// The start of every page: theme, service worker, and a banner while the server is away.

import { call, onServerChange } from "./backend.js";
import { byId } from "./dom.js";

const THEMES = ["auto", "light", "dark", "contrast"];
const KEY = "ninefold.settings";
const CACHE_DELAY = 1500; // ms: the page comes first

function savedSettings() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** Applies a theme and palette; the theme `auto` follows the system. */
export function applyTheme({ theme = "auto", palette = "standard" }) {
  const system = matchMedia("(prefers-contrast: more)").matches ? "contrast"
    : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = theme === "auto" ? system : theme;
  document.documentElement.dataset.palette = palette;
}

const THEME_NAMES = { auto: "system", light: "light", dark: "dark", contrast: "high contrast" };

/** Puts the theme's name on its button. */
export function nameTheme(theme) {
  const name = `Theme: ${THEME_NAMES[theme] ?? theme}`;
  byId("theme").querySelector("span").textContent = name;
  byId("theme").dataset.tip = name;
}

/** A menu below its button. A press with the mouse does not move the focus; one with the keyboard moves it into the
 * menu, where the arrows move it and Escape returns it. A choice, Escape or a press elsewhere closes the menu.
 * @param {HTMLElement} button @param {HTMLElement} menu @param {(open: boolean) => void} set shows or hides the menu
 * @returns {(open: boolean) => void} opens or closes the menu */
export function createMenu(button, menu, set = (open) => (menu.hidden = !open)) {
  const toggle = (open) => {
    set(open);
    button.setAttribute("aria-expanded", String(open));
  };
  const isOpen = () => button.getAttribute("aria-expanded") === "true";
  const items = () => /** @type {HTMLElement[]} */ ([...menu.querySelectorAll("a, button:not(:disabled)")]).filter((item) => item.checkVisibility());
  button.addEventListener("click", (event) => {
    toggle(!isOpen());
    if (isOpen() && event.detail === 0) items()[0]?.focus();
  });
  menu.addEventListener("click", (event) => {
    if (/** @type {HTMLElement} */ (event.target).closest("a, button")) toggle(false);
  });
  document.addEventListener("pointerdown", (event) => {
    const target = /** @type {Node} */ (event.target);
    if (isOpen() && !menu.contains(target) && !button.contains(target)) toggle(false);
  });
  document.addEventListener("keydown", (event) => {
    if (!isOpen()) return;
    if (event.key === "Escape") {
      event.stopImmediatePropagation();
      if (menu.contains(document.activeElement)) button.focus();
      toggle(false);
    } else if (["ArrowDown", "ArrowUp"].includes(event.key) && items().includes(/** @type {any} */ (document.activeElement))) {
      event.preventDefault();
      event.stopImmediatePropagation();
      const all = items();
      const at = all.indexOf(/** @type {any} */ (document.activeElement)) + (event.key === "ArrowDown" ? 1 : -1);
      all[(at + all.length) % all.length].focus();
    }
  }, { capture: true });
  return toggle;
}

/** Hides the tooltip of a button that was pressed until the pointer leaves it: its name is known by then. */
function hideTips() {
  const of = (event) => /** @type {Element} */ (event.target).closest?.(".tip");
  document.addEventListener("click", (event) => of(event)?.classList.add("pressed"));
  document.addEventListener("pointerout", (event) => {
    const tip = of(event);
    if (!tip?.contains(/** @type {Node | null} */ (event.relatedTarget))) tip?.classList.remove("pressed");
  });
}

/** @param {{onTheme?: (theme: string) => void}} [options] */
export function openPage({ onTheme } = {}) {
  applyTheme(savedSettings());
  const button = byId("theme");
  const name = () => nameTheme(savedSettings().theme ?? "auto");
  name();
  button.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(savedSettings().theme ?? "auto") + 1) % THEMES.length];
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...savedSettings(), theme: next }));
    } catch { /* the theme then lasts until the page is closed */ }
    applyTheme({ ...savedSettings(), theme: next });
    onTheme?.(next);
    name();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyTheme(savedSettings()));
  hideTips();
  const drawer = byId("drawer");
  createMenu(byId("pages"), drawer, (open) => drawer.classList.toggle("open", open));
  onServerChange((here) => (byId("offline").hidden = here));
  setTimeout(cachePages, CACHE_DELAY);
}

/** Starts the service worker, which fetches every file once. Without it pages work, but do not open offline. */
const cachePages = () => navigator.serviceWorker?.register("/sw.js").catch(() => {});

/** The server's version, levels and features; null if it does not answer. */
export async function about() {
  try {
    return await call("/api/about");
  } catch {
    return null;
  }
}
