// Hands the page's one client to every component.
import { getContext, setContext } from "svelte";
import type { Client } from "./client.svelte";

const KEY = Symbol("client");

export const provideClient = (client: Client): Client => setContext(KEY, client);
export const useClient = (): Client => getContext<Client>(KEY);
