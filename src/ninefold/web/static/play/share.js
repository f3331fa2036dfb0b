// Share links: the puzzle, or the whole game, in the fragment of the address, so that nothing goes to a server.

import { layoutOf } from "../common/layout.js";
import { begin } from "./game.js";
import { fromSheet, readText, textOf, toSheet } from "./sheet.js";
import { soundInfo } from "./sound.js";

/** @typedef {import("./game.js").Game} Game */

const packed = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
  .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const unpacked = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const asText = (bytes) => new TextDecoder().decode(bytes);

/** No puzzle unfolds to more. */
const LARGEST = 2_000_000;

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function inflated(bytes) {
  const chunks = [];
  let length = 0;
  // @ts-expect-error: a stream can be gone through chunk by chunk, which the types do not know yet
  for await (const chunk of new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))) {
    length += chunk.length;
    if (length > LARGEST) throw new Error("too long");
    chunks.push(chunk);
  }
  return new Blob(chunks).text();
}

/** The sheet that is packed in a link. */
async function sheetIn(packed, read) {
  try {
    return JSON.parse(await read(unpacked(packed)));
  } catch {
    throw new Error("the link is damaged: what it carries cannot be read");
  }
}

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

/** The game of a link's fragment; null if it carries none. Throws an Error if what it carries cannot be read.
 *
 *   p=       a sheet, packed by deflate: what the export and the command line write
 *   game=    a sheet as it is
 *   puzzle=  the clues alone, with layout= and name=
 *
 * @param {string} fragment @returns {Promise<Game | null>} */
export async function fromFragment(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  for (const [name, read] of /** @type {const} */ ([["p", inflated], ["game", asText]])) {
    if (parts.has(name)) return fromSheet(await sheetIn(parts.get(name) ?? "", read));
  }
  if (!parts.has("puzzle")) return null;
  const text = (parts.get("puzzle") ?? "").replaceAll("-", " ");
  const layout = parts.get("layout") ?? String(Math.round(Math.sqrt(text.length)));
  const clues = readText(text, layoutOf(layout).size);
  if (!clues) throw new Error(`the link’s puzzle is no grid of the layout ${layout}`);
  return begin({ layout, clues, info: soundInfo({ name: parts.get("name") ?? "", level: parts.get("level") ?? "shared" }) });
}
