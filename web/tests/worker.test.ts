import { expect, it, vi } from "vitest";
import source from "../sw.js?raw";

type Listener = (event: Record<string, unknown>) => void;

/** The service worker with a network and caches of its own. */
function worker(network: (url: string) => Promise<Response>) {
  const listeners: Record<string, Listener> = {};
  const files = new Map<string, Response>([["/", new Response("kept page")], ["https://x/assets/a-1.js", new Response("kept file")]]);
  const self = {
    location: { origin: "https://x" },
    skipWaiting: vi.fn(),
    clients: { claim: vi.fn() },
    addEventListener: (name: string, listener: Listener) => (listeners[name] = listener),
  };
  const caches = {
    match: (key: string | { url: string }) => Promise.resolve(files.get(typeof key === "string" ? key : key.url)?.clone()),
    open: () => Promise.resolve({ addAll: vi.fn() }),
    keys: () => Promise.resolve(["shell-1", "shell-2", "other", "shell-__VERSION__"]),
    delete: vi.fn(() => Promise.resolve(true)),
  };
  const fetch = (request: { url: string }) => network(request.url);
  new Function("self", "caches", "fetch", source.replace("self.__SHELL__", '["/", "/icon.svg"]'))(self, caches, fetch);

  const ask = async (path: string, mode = "cors"): Promise<string | null> => {
    let answer: Promise<Response> | null = null;
    const request = { method: "GET", url: `https://x${path}`, mode };
    listeners["fetch"]?.({ request, respondWith: (given: Promise<Response>) => (answer = given) });
    return answer && (await (answer as Promise<Response>)).text();
  };
  const happen = async (name: string, more: Record<string, unknown> = {}) => {
    let until: unknown;
    listeners[name]?.({ ...more, waitUntil: (given: unknown) => (until = given) });
    await until;
  };
  return { self, caches, ask, happen };
}

const online = (url: string) => Promise.resolve(new Response(`new ${url}`));
const offline = () => Promise.reject(new Error("offline"));

it("shows the newest page where there is a network, and the kept one where there is none", async () => {
  expect(await worker(online).ask("/r/ABCD2345", "navigate")).toBe("new https://x/r/ABCD2345");
  expect(await worker(offline).ask("/r/ABCD2345", "navigate")).toBe("kept page");
  expect(await worker(() => Promise.resolve(new Response("", { status: 503 }))).ask("/", "navigate")).toBe("kept page");
});

it("takes files that never change from what is kept, and leaves everything else alone", async () => {
  expect(await worker(offline).ask("/assets/a-1.js")).toBe("kept file");
  expect(await worker(online).ask("/assets/b-2.js")).toBe("new https://x/assets/b-2.js");
  expect(await worker(online).ask("/api/anything")).toBeNull();
});

it("takes over only when told to, and keeps the version before", async () => {
  const { self, caches, happen } = worker(online);
  await happen("install");
  expect(self.skipWaiting).not.toHaveBeenCalled();
  await happen("message", { data: "take over" });
  expect(self.skipWaiting).toHaveBeenCalled();
  await happen("activate");
  expect(caches.delete.mock.calls).toEqual([["shell-1"]]);
});
