// Requests to the server. Pages keep working when the server is away: watchers hear when it leaves and comes back.

import { cellName, cellOf, layoutOf } from "./layout.js";

/** An error from the server, or kind "offline" if it could not be reached. */
class ApiError extends Error {
  /** @param {{kind: string, message: string, where?: string, faults?: any[]}} error */
  constructor({ kind, message, where = "", faults = [] }) {
    super(withoutCommand(message));
    this.kind = kind;
    this.where = where;
    this.faults = faults;
  }
}

/** A message of the library without its command-line advice, which means nothing on a page.
 * @param {string} message */
export const withoutCommand = (message) => message.replace(/ \(see `ninefold [^`]*`\)/, "");

const RETRY_DELAY = 3000; // ms between attempts to reach a server that is away

const watchers = new Set();
let reachable = true;

/** Calls back with true or false when the server comes back or goes away. @param {(here: boolean) => void} watcher */
export function onServerChange(watcher) {
  watchers.add(watcher);
}

function setReachable(here) {
  if (here === reachable) return;
  reachable = here;
  watchers.forEach((watcher) => watcher(here));
  if (!here) waitForServer();
}

function waitForServer() {
  setTimeout(async () => {
    try {
      await fetch("/api/about", { cache: "no-store" });
      setReachable(true);
    } catch {
      waitForServer();
    }
  }, RETRY_DELAY);
}

/** Sends a request and returns the response; throws an ApiError for anything but success. */
async function send(path, options) {
  let response;
  try {
    response = await fetch(path, { cache: "no-store", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw new ApiError({ kind: "cancelled", message: "cancelled" });
    setReachable(false);
    throw new ApiError({ kind: "offline", message: "the server does not answer; restart it with: ninefold play" });
  }
  setReachable(true);
  if (response.ok) return response;
  const body = await response.json().catch(() => null);
  throw new ApiError(body?.error ?? { kind: "failed", message: `the server answered with status ${response.status}` });
}

/** Calls an endpoint with a JSON body, if any, and returns its JSON answer.
 * @param {string} path @param {any} [body] @param {string} [method] @param {AbortSignal} [signal] */
export async function call(path, body, method = body === undefined ? "GET" : "POST", signal = undefined) {
  const response = await send(path, body === undefined ? { method, signal } : {
    method, signal, headers: { "Content-Type": "application/json" }, body: JSON.stringify(withNames(body)),
  });
  return withNumbers(await response.json(), sizeOf(body));
}

/** Fetches a file: its bytes, its name, what its format could not hold, and a warning. */
export async function fetchFile(path, body) {
  const response = await send(path, body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "puzzles";
  return { blob: await response.blob(), name, lost: response.headers.get("Ninefold-Lost") ?? "", warning: response.headers.get("Ninefold-Warning") ?? "" };
}

/** Uploads a file's bytes, with what is said about them: layout, alphabet.
 * @param {string} path @param {File} file @param {Record<string, string>} [options] */
export async function sendFile(path, file, options = {}) {
  const query = `?${new URLSearchParams({ name: file.name, ...options })}`;
  const response = await send(path + query, {
    method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: await file.arrayBuffer(),
  });
  return response.json();
}

/** Starts a job and follows its events. `onEvent(event, data)` is called for each; `result` resolves to the result.
 * @param {any} request @param {(event: string, data: any) => void} onEvent
 * @returns {Promise<{id: string, result: Promise<any>, cancel: () => Promise<any>}>} */
export async function startJob(request, onEvent) {
  const { id } = await call("/api/jobs", request);
  const stream = new EventSource(`/api/jobs/${id}/events`);
  const result = new Promise((resolve, reject) => {
    const end = (finish) => (message) => {
      stream.close();
      finish(message);
    };
    for (const event of ["state", "trace", "progress"]) {
      stream.addEventListener(event, (message) => onEvent(event, JSON.parse(message.data)));
    }
    stream.addEventListener("result", end((message) => resolve(JSON.parse(message.data))));
    stream.addEventListener("cancelled", end(() => reject(new ApiError({ kind: "cancelled", message: "cancelled" }))));
    stream.addEventListener("error", (/** @type {any} */ message) => {
      if (message.data) end(() => reject(new ApiError(JSON.parse(message.data))))(message);
      else if (stream.readyState === EventSource.CLOSED) end(() => reject(lost()))(message);
      else setReachable(false); // EventSource reconnects and continues with the next event
    });
    stream.addEventListener("open", () => setReachable(true));
  });
  return { id, result, cancel: () => call(`/api/jobs/${id}`, undefined, "DELETE") };
}

const lost = () => new ApiError({ kind: "offline", message: "the connection to the server was lost" });

// The API names cells, such as r4c7; the pages count them from 0. The two meet here, in requests about a grid in play.

const sizeOf = (body) => (body?.grid && body.layout ? layoutOf(body.layout).size : 0);

function withNames(body) {
  const size = sizeOf(body);
  if (!size || !body.marks) return body;
  const marks = Object.entries(body.marks).map(([cell, digits]) => [cellName(Number(cell), size), digits]);
  return { ...body, marks: Object.fromEntries(marks) };
}

/** An answer with the names of cells as numbers; as it is if no size is given. */
export function withNumbers(answer, size) {
  const convert = (value) => {
    if (typeof value === "string") return /^r\d+c\d+$/.test(value) ? cellOf(value, size) : value;
    if (Array.isArray(value)) return value.map(convert);
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, convert(part)]));
    }
    return value;
  };
  return size ? convert(answer) : answer;
}
