// The settings dialog.

import { call } from "../../common/backend.js";
import { byId, make } from "../../common/dom.js";
import { applyTheme, nameTheme } from "../../common/page.js";
import { dispatch, state } from "../state.js";
import { saveSettings } from "../storage.js";
import { checkbox, choice, field, openDialog } from "./dialog.js";

const OPTIONS = {
  tidy: "Remove a placed digit from the marks of its peers (Undo restores them)",
  conflicts: "Highlight clashes",
  peers: "Highlight the peers of the selected cell",
  same: "Highlight equal digits, and underline them in marks",
  fixedPlaces: "Show each corner mark in a fixed place",
  digitFirst: "Digit first: choose a digit on the keypad, then tap cells",
  wasd: "Move with W A S D too",
  letters: "Show digits above 9 as letters (A is 10)",
  timer: "Show the clock",
};

/** The installed methods; none if the server is away. */
async function methodNames() {
  const { methods } = await call("/api/methods").catch(() => ({ methods: [] }));
  return methods.filter(({ available }) => available).map(({ name }) => [name, name]);
}

export function settingsDialog() {
  const { settings } = state;
  const methods = [["auto", "The fastest method"], ...(settings.by === "auto" ? [] : [[settings.by, settings.by]])];
  const themes = [["auto", "System"], ["light", "Light"], ["dark", "Dark"], ["contrast", "High contrast"]];
  const palettes = [["standard", "Standard"], ["colour-blind", "Colour-blind safe"]];
  const places = [["filled", "After Candidates"], ["always", "Always"], ["never", "Never"]];
  const strengths = [["1", "Where to look"], ["2", "Which technique"], ["3", "Everything"]];
  const dialog = openDialog("Settings", [
    make("div", { class: "fields" },
      field("Theme", choice("set-theme", themes, settings.theme)),
      field("Colours", choice("set-palette", palettes, settings.palette)),
      field("Centre marks in fixed places", choice("set-inPlace", places, settings.inPlace)),
      field("Solve with", choice("set-by", methods, settings.by)),
      field("First hint shows", choice("set-strength", strengths, String(settings.strength)))),
    ...Object.entries(OPTIONS).map(([name, label]) => checkbox(`set-${name}`, label, settings[name])),
  ]);
  methodNames().then((names) => { // the server may be busy; the other settings do not wait for it
    const more = names.filter(([name]) => !methods.some(([known]) => known === name));
    dialog.querySelector("#set-by")?.append(...more.map(([value, text]) => make("option", { value }, text)));
  });
  dialog.addEventListener("change", () => {
    const options = Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, byId(`set-${name}`).checked]));
    const changes = {
      ...options, theme: byId("set-theme").value, palette: byId("set-palette").value, inPlace: byId("set-inPlace").value,
      by: byId("set-by").value, strength: Number(byId("set-strength").value),
    };
    dispatch({ do: "settings", changes });
    saveSettings(state.settings);
    applyTheme(state.settings);
    nameTheme(state.settings.theme);
  });
}
