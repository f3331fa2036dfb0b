// Share links: the puzzle, or the whole game, in the fragment of the address, so that nothing goes to a server.

import { layoutOf } from "../common/layout.js";
import { begin } from "./game.js";
import { fromSheet, readText, textOf, toSheet } from "./sheet.js";

/** @typedef {import("./game.js").Game} Game */

const packed = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
  .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const unpacked = (text) => new TextDecoder().decode(
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)));

/** @param {Game} game @param {boolean} whole with entries, marks and colours */
export function linkOf(game, whole) {
  const { size } = layoutOf(game.layout);
  const parts = new URLSearchParams();
  if (whole) {
    const sheet = toSheet(game);
    sheet.play = { colour: game.colour, by: game.by, clock: { spent: game.clock.spent } };
    parts.set("game", packed(JSON.stringify(sheet)));
  } else {
    parts.set("puzzle", textOf(game.clues, size).replaceAll(" ", "-"));
    parts.set("layout", game.layout);
  }
  return `${location.origin}/#${parts}`;
}

/** The game of a link's fragment; null if it carries none. Throws an Error if what it carries cannot be read. */
export function fromFragment(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  if (parts.has("game")) return fromSheet(JSON.parse(unpacked(parts.get("game") ?? "")));
  if (!parts.has("puzzle")) return null;
  const text = (parts.get("puzzle") ?? "").replaceAll("-", " ");
  const layout = parts.get("layout") ?? String(Math.round(Math.sqrt(text.length)));
  const clues = readText(text, layoutOf(layout).size);
  if (!clues) throw new Error(`the link’s puzzle is no grid of the layout ${layout}`);
  return begin({ layout, clues, info: { name: parts.get("name") ?? "", level: "shared" } });
}
