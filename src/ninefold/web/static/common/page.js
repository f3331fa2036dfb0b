// The start of every page: theme, service worker, and a banner while the server is away.

import { call, onServerChange } from "./backend.js";
import { byId, make } from "./dom.js";

const THEMES = ["auto", "light", "dark", "contrast"];
const KEY = "ninefold.settings";

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

/** Puts the theme's name on its button; phones show the symbol only. */
export function nameTheme(theme) {
  byId("theme").replaceChildren("◐", make("span", {}, `Theme: ${theme}`));
  byId("theme").setAttribute("aria-label", `Theme: ${theme}`);
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
  onServerChange((here) => (byId("offline").hidden = here));
  navigator.serviceWorker?.register("/sw.js").catch(() => {}); // without it the page works, but does not open offline
}

/** The server's version, levels and features; null if it does not answer. */
export async function about() {
  try {
    return await call("/api/about");
  } catch {
    return null;
  }
}
