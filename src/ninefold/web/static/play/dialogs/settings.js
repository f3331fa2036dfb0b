// Settings.

import { ask } from "../../common/api.js";
import { byId, make } from "../../common/dom.js";
import { nameTheme, wear } from "../../common/page.js";
import { app, show } from "../app.js";
import { saveSettings } from "../store.js";
import { choice, field, openDialog, tick } from "./dialog.js";

const TICKS = {
  tidy: "A digit placed takes its marks from the cells it sees (one undo takes back both)",
  conflicts: "Show clashes at once",
  peers: "Tint the cells that the chosen cell sees",
  same: "Tint equal digits and underline them in marks",
  fixedPlaces: "Corner marks have a fixed place for each digit",
  digitFirst: "Digit first: choose on the keypad, then tap cells",
  wasd: "W A S D move too",
  letters: "Letters instead of numbers above 9 (A is 10)",
  timer: "Show the clock",
};

/** The methods that are installed; without the server, the one that is set. */
async function methodNames() {
  const { methods } = await ask("/api/methods").catch(() => ({ methods: [] }));
  return methods.filter(({ available }) => available).map(({ name }) => [name, name]);
}

export function settingsDialog() {
  const { settings } = app;
  const methods = [["auto", "the quickest method"], ...(settings.by === "auto" ? [] : [[settings.by, settings.by]])];
  const themes = [["auto", "as the system"], ["light", "light"], ["dark", "dark"], ["contrast", "high contrast"]];
  const palettes = [["usual", "usual"], ["colour-blind", "for colour-blind eyes"]];
  const strengths = [["1", "where to look"], ["2", "which technique"], ["3", "the whole deduction"]];
  const dialog = openDialog("Settings", [
    make("div", { class: "fields" },
      field("Theme", choice("set-theme", themes, settings.theme)),
      field("Colours", choice("set-palette", palettes, settings.palette)),
      field("Solve by", choice("set-by", methods, settings.by)),
      field("A first hint says", choice("set-strength", strengths, String(settings.strength)))),
    ...Object.entries(TICKS).map(([name, words]) => tick(`set-${name}`, words, settings[name])),
  ]);
  methodNames().then((names) => { // the server may be busy; the rest of the settings need not wait for it
    const more = names.filter(([name]) => !methods.some(([known]) => known === name));
    dialog.querySelector("#set-by")?.append(...more.map(([value, text]) => make("option", { value }, text)));
  });
  dialog.addEventListener("change", () => {
    const ticks = Object.fromEntries(Object.keys(TICKS).map((name) => [name, byId(`set-${name}`).checked]));
    app.settings = {
      ...app.settings, ...ticks, theme: byId("set-theme").value, palette: byId("set-palette").value,
      by: byId("set-by").value, strength: Number(byId("set-strength").value),
    };
    if (!app.settings.digitFirst) app.look.picked = 0;
    saveSettings(app.settings);
    wear(app.settings);
    nameTheme(app.settings.theme);
    show();
  });
}
