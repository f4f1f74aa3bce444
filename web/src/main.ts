// Starts the page.
import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { Client } from "./game/client.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("no #app in the page");
const client = new Client();
mount(App, { target, props: { client } });
client.start();
