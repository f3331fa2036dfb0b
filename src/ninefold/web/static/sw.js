// The service worker: caches the pages and their files, so that they open while the server is away.
// The server is tried first; the cache answers if it is unreachable.

const STORE = "ninefold-pages-1";
const PAGES = ["/", "/reason", "/learn", "/lab", "/library", "/papers"];

async function fileNames() {
  const answer = await fetch("/static/files.json");
  return answer.ok ? answer.json() : [];
}

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const store = await caches.open(STORE);
    const files = (await fileNames().catch(() => [])).map((name) => `/static/${name}`);
    await Promise.allSettled([...PAGES, "/favicon.svg", ...files].map((path) => store.add(path)));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("ninefold-") && name !== STORE) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  event.respondWith(answer(event.request));
});

async function answer(request) {
  const store = await caches.open(STORE);
  try {
    const fresh = await fetch(request);
    if (fresh.ok && fresh.type === "basic") await store.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const cached = await store.match(request, { ignoreSearch: true });
    if (cached) return cached;
    throw error;
  }
}
