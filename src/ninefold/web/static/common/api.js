// Asking the server. A server that is not there is an answer like any other: the page goes on without it.

import { cellName, cellOf, layoutOf } from "./layout.js";

/** What the server refused, or that it could not be reached (kind "offline"). */
export class Refusal extends Error {
  /** @param {{kind: string, message: string, where?: string, faults?: any[]}} error */
  constructor({ kind, message, where = "", faults = [] }) {
    super(forPage(message));
    this.kind = kind;
    this.where = where;
    this.faults = faults;
  }
}

/** A message of the library as a page says it: without the command that would help who types commands.
 * @param {string} message */
export const forPage = (message) => message.replace(/ \(see `ninefold [^`]*`\)/, "");

const watchers = new Set();
let reachable = true;

/** Calls back with true or false whenever the server comes or goes. @param {(here: boolean) => void} watcher */
export function onServer(watcher) {
  watchers.add(watcher);
}

function heard(here) {
  if (here === reachable) return;
  reachable = here;
  watchers.forEach((watcher) => watcher(here));
  if (!here) waitForServer();
}

function waitForServer() {
  setTimeout(async () => {
    try {
      await fetch("/api/about", { cache: "no-store" });
      heard(true);
    } catch {
      waitForServer();
    }
  }, 3000);
}

/** Sends a request and gives the response; throws a Refusal for anything but success. */
async function send(path, options) {
  let response;
  try {
    response = await fetch(path, { cache: "no-store", ...options });
  } catch {
    heard(false);
    throw new Refusal({ kind: "offline", message: "the server does not answer; start it again with: ninefold play" });
  }
  heard(true);
  if (response.ok) return response;
  const body = await response.json().catch(() => null);
  throw new Refusal(body?.error ?? { kind: "failed", message: `the server answered ${response.status}` });
}

/** @param {string} path @param {any} [body] @param {string} [method] */
export async function ask(path, body, method = body === undefined ? "GET" : "POST") {
  const response = await send(path, body === undefined ? { method } : {
    method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(withNames(body)),
  });
  return withNumbers(await response.json(), body);
}

/** Asks for a file: its bytes, its name, and what its format could not keep. */
export async function askFile(path, body) {
  const response = await send(path, body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "puzzles";
  return { blob: await response.blob(), name, lost: response.headers.get("Ninefold-Lost") ?? "" };
}

/** Sends a file's bytes as they are. @param {string} path @param {File} file */
export async function sendFile(path, file) {
  const query = `?name=${encodeURIComponent(file.name)}`;
  const response = await send(path + query, {
    method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: await file.arrayBuffer(),
  });
  return response.json();
}

/** Starts a job and follows its events. `hear(event, data)` is called for each; the promise gives the result.
 * @param {any} request @param {(event: string, data: any) => void} hear
 * @returns {Promise<{id: string, result: Promise<any>, cancel: () => Promise<any>}>} */
export async function startJob(request, hear) {
  const { id } = await ask("/api/jobs", request);
  const stream = new EventSource(`/api/jobs/${id}/events`);
  const result = new Promise((resolve, reject) => {
    const end = (settle) => (message) => {
      stream.close();
      settle(message);
    };
    for (const event of ["state", "trace", "progress"]) {
      stream.addEventListener(event, (message) => hear(event, JSON.parse(message.data)));
    }
    stream.addEventListener("result", end((message) => resolve(JSON.parse(message.data))));
    stream.addEventListener("cancelled", end(() => reject(new Refusal({ kind: "cancelled", message: "cancelled" }))));
    stream.addEventListener("error", (/** @type {any} */ message) => {
      if (message.data) end(() => reject(new Refusal(JSON.parse(message.data))))(message);
      else if (stream.readyState === EventSource.CLOSED) end(() => reject(lost()))(message);
      else heard(false); // EventSource tries again by itself and goes on where it stopped
    });
    stream.addEventListener("open", () => heard(true));
  });
  return { id, result, cancel: () => ask(`/api/jobs/${id}`, undefined, "DELETE") };
}

// The API names cells, as r4c7; the pages count them from 0. The two meet here, in requests about a grid in play.

const sizeOf = (body) => (body?.grid && body.layout ? layoutOf(body.layout).size : 0);

function withNames(body) {
  const size = sizeOf(body);
  if (!size || !body.marks) return body;
  const marks = Object.entries(body.marks).map(([cell, digits]) => [cellName(Number(cell), size), digits]);
  return { ...body, marks: Object.fromEntries(marks) };
}

function withNumbers(answer, body) {
  const size = sizeOf(body);
  const convert = (value) => {
    if (typeof value === "string") return /^r\d+c\d+$/.test(value) ? cellOf(value, size) : value;
    if (Array.isArray(value)) return value.map(convert);
    if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, convert(part)]));
    return value;
  };
  return size ? convert(answer) : answer;
}

const lost = () => new Refusal({ kind: "offline", message: "the connection to the server was lost" });
