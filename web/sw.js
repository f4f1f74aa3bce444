// The service worker: keeps the page's own files, so that it opens at once and without a network. It never holds a game's
// data. The build fills in SHELL (every file of this version) and VERSION (a number for exactly these files).
const SHELL = self.__SHELL__;
const CACHE = "shell-__VERSION__";
const PAGE = "/";
const PATIENCE_MS = 3_000;
const KEPT = 2;

self.addEventListener("install", (event) => {
  // Waits until somebody accepts it: a version is never changed under a running page.
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      // The version before stays for a tab that still runs it.
      const old = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== CACHE);
      await Promise.all(old.slice(0, Math.max(0, old.length + 1 - KEPT)).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(kept(request));
  else if (SHELL.includes(url.pathname)) event.respondWith(fetch(request).catch(() => kept(request)));
});

/** The newest page where the network has it in time, so that a reload is never stale; else the one kept. */
async function page(request) {
  const known = await caches.match(PAGE);
  if (!known) return fetch(request);
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("too late")), PATIENCE_MS));
  try {
    const answer = await Promise.race([fetch(request), late]);
    return answer.status >= 500 ? known : answer;
  } catch {
    return known;
  }
}

/** Files whose names change with their content: whichever version they are of. */
const kept = async (request) => (await caches.match(request)) ?? fetch(request);
