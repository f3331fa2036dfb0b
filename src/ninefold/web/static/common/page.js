// What every page does at its start: theme, service worker, and a word when the server is gone.

import { ask, onServer } from "./api.js";
import { byId, make } from "./dom.js";

const THEMES = ["auto", "light", "dark", "contrast"];
const KEY = "ninefold.settings";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** Shows a theme; `auto` follows the system. */
export function wear({ theme = "auto", palette = "usual" }) {
  const system = matchMedia("(prefers-contrast: more)").matches ? "contrast"
    : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = theme === "auto" ? system : theme;
  document.documentElement.dataset.palette = palette;
}

/** The theme's name on its button; on a phone the sign alone is shown. */
export function nameTheme(theme) {
  byId("theme").replaceChildren("◐", make("span", {}, `Theme: ${theme}`));
  byId("theme").setAttribute("aria-label", `Theme: ${theme}`);
}

/** @param {{onTheme?: (theme: string) => void}} [options] */
export function openPage({ onTheme } = {}) {
  wear(kept());
  const button = byId("theme");
  const name = () => nameTheme(kept().theme ?? "auto");
  name();
  button.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(kept().theme ?? "auto") + 1) % THEMES.length];
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...kept(), theme: next }));
    } catch { /* the theme then lasts as long as the page */ }
    wear({ ...kept(), theme: next });
    onTheme?.(next);
    name();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => wear(kept()));
  onServer((here) => (byId("offline").hidden = here));
  navigator.serviceWorker?.register("/sw.js").catch(() => {}); // without it the page works, only not unserved
}

/** What the server is and can do; null where it does not answer. */
export async function about() {
  try {
    return await ask("/api/about");
  } catch {
    return null;
  }
}
