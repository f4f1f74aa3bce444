// The client on a made-up table: `npm run dev`, then /dev/?scene=table-4. Not part of the build.
import { mount } from "svelte";
import App from "../src/App.svelte";
import "../src/app.css";
import { Client } from "../src/game/client.svelte";
import { language } from "../src/i18n/index.svelte";
import type { Language } from "../src/i18n/index.svelte";
import type { ClientFrameJson, ServerFrameJson } from "../src/net/frames";
import type { Wire } from "../src/net/connection";
import { scenes } from "./scenes";

const scene = new URLSearchParams(location.search).get("scene") ?? "home";
const frames = scenes[scene] ?? [];

/** Welcomes, shows the scene, and accepts everything. */
function stage(): Wire {
  const wire: Wire = {
    readyState: 1,
    onopen: null,
    onmessage: null,
    onclose: null,
    send(text) {
      const frame = JSON.parse(text) as ClientFrameJson;
      if (frame.hello) {
        say({ welcome: { playerId: "me", token: "t", nowMs: Date.now() } });
        frames.forEach((each) => say(each));
      } else if (frame.ping) {
        say({ pong: { sentMs: frame.ping.sentMs ?? 0, nowMs: Date.now() } });
      } else if (frame.id) {
        console.log("asked", text);
        say({ reply: { id: frame.id, version: 2 } });
        if (frame.talk) for (const seat of ["p1", "p2", "p4"]) say({ talked: { seat, phrase: frame.talk.phrase ?? "" } });
      }
    },
    close() {},
  };
  const say = (frame: ServerFrameJson) => queueMicrotask(() => wire.onmessage?.({ data: JSON.stringify(frame) }));
  queueMicrotask(() => wire.onopen?.());
  return wire;
}

language.choose((new URLSearchParams(location.search).get("language") ?? "en") as Language);
const memory = new Map([["name", scene === "home-new" ? "" : "Ada"]]);
const shelf = { get: (key: string) => memory.get(key) ?? "", set: (key: string, value: string) => void memory.set(key, value) };

const target = document.getElementById("app");
if (!target) throw new Error("no #app in the page");
const client = new Client(stage, shelf);
mount(App, { target, props: { client } });
client.start();
