// Starts the page: a replay is a page of its own, loaded only then; everything else follows the client.
import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { Client } from "./game/client.svelte";
import { version } from "./game/version.svelte";
import { replayOf } from "./replay/route";

const target = document.getElementById("app");
if (!target) throw new Error("no #app in the page");
const replay = replayOf(location.pathname, location.hash);
if (replay) {
  const { default: Replay } = await import("./replay/Replay.svelte");
  mount(Replay, { target, props: replay });
} else {
  const client = new Client();
  mount(App, { target, props: { client } });
  client.start();
}
version.watch();
