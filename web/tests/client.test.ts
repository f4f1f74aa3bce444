import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Client } from "../src/game/client.svelte";
import type { Moment } from "../src/game/client.svelte";
import type { EventJson, ServerFrameJson } from "../src/net/frames";
import { memory, Wires } from "./wire";

const ROOM = { code: "ABCDEFGH", phase: "playing", host: "p1", seats: [{ seat: "p1", name: "Ada" }, { seat: "p2", name: "Grace" }] };
const full = (version: number, events: EventJson[] = []): ServerFrameJson => ({
  update: { version, nowMs: Date.now(), full: true, room: ROOM, table: { phase: "playing", turn: "p1", turnNumber: 9 }, seat: { seat: "p1", hand: ["r5"] }, events },
});

function page(path = "/") {
  const at = { pathname: path, search: "", origin: "http://test" };
  const go = (_: unknown, __: string, to: string) => void (at.pathname = to);
  vi.stubGlobal("location", at);
  vi.stubGlobal("history", { pushState: go, replaceState: go });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("document", { addEventListener: () => {}, visibilityState: "visible" });
  const wires = new Wires();
  const shelf = memory({ name: "Ada" });
  const client = new Client(wires.make, shelf);
  client.start();
  return { client, wires, shelf, at };
}

async function seated() {
  const all = page();
  await vi.advanceTimersByTimeAsync(0);
  const wire = all.wires.welcome();
  wire.say({ entered: { code: "ABCDEFGH", seat: "p1" } });
  wire.say(full(4));
  return { ...all, wire };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the page's state", () => {
  it("goes to the room's address, and remembers the room", async () => {
    const { at, shelf, client } = await seated();
    expect(at.pathname).toBe("/r/ABCDEFGH");
    expect(shelf.get("room")).toBe("ABCDEFGH");
    expect(client.here?.mine?.hand).toEqual(["r5"]);
  });

  it("resumes the room that the address names", async () => {
    const { wires, client } = page("/r/abcdefgh");
    await vi.advanceTimersByTimeAsync(0);
    wires.last.open();
    expect(wires.last.of("hello")).toEqual([{ token: "", room: "ABCDEFGH" }]);
    expect(client.settled).toBe(false);
    wires.last.say({ welcome: { token: "t" } });
    expect(client.settled).toBe(true);
    expect(client.here).toBeNull();
  });

  it("asks for everything when a version is missing, and shows nothing of what came after", async () => {
    const { wire, client } = await seated();
    wire.say({ update: { version: 6, nowMs: 0, seat: { seat: "p1", hand: [] } } });
    expect(wire.of("resync")).toHaveLength(1);
    expect(client.here?.version).toBe(4);
    wire.say(full(6));
    expect(client.here?.version).toBe(6);
  });

  it("hands every moment on with the state before and after", async () => {
    const { wire, client } = await seated();
    const moments: Moment[] = [];
    client.onMoment((moment) => moments.push(moment));
    wire.say({ update: { version: 5, nowMs: 0, seat: { seat: "p1", hand: [] }, events: [{ cardPlayed: { seat: "p1", card: "r5" } }] } });
    expect(moments).toHaveLength(1);
    expect(moments[0]?.before.mine?.hand).toEqual(["r5"]);
    expect(moments[0]?.after.mine?.hand).toEqual([]);
    expect(client.told.map(({ event }) => client.sentence(event))).toEqual(["You play red 5"]);
  });

  it("binds a move to the turn on screen, one at a time", async () => {
    const { wire, client } = await seated();
    void client.onTurn({ draw: {} });
    void client.onTurn({ draw: {} });
    expect(wire.of("command")).toEqual([{ draw: {}, turn: 9 }]);
  });

  it("says why something was refused", async () => {
    const { wire, client } = await seated();
    const asked = client.onTurn({ play: { card: "r5" } });
    const id = wire.sent.find((frame) => frame.command)?.id;
    wire.say({ reply: { ...(id ? { id } : {}), refusal: { code: "not_playable" } } });
    expect(await asked).toBe(false);
    expect(client.toasts[0]?.text).toContain("does not fit");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(client.toasts).toEqual([]);
  });

  it("goes home when it is removed, and when the room is closed", async () => {
    const first = await seated();
    first.wire.say({ update: { version: 5, nowMs: 0, room: ROOM, events: [{ playerLeft: { seat: "p1", reason: "kicked" } }] } });
    expect(first.client.here).toBeNull();
    expect(first.at.pathname).toBe("/");
    expect(first.shelf.get("room")).toBe("");

    const second = await seated();
    second.wire.say({ update: { version: 5, nowMs: 0, closed: true } });
    expect(second.client.here).toBeNull();
  });

  it("waits for a seat again when its place is gone after a reconnect", async () => {
    const { wires, client } = page("/");
    await vi.advanceTimersByTimeAsync(0);
    const wire = wires.welcome();
    wire.say({ entered: { code: "ABCDEFGH", waiting: true } });
    wire.say({ update: { version: 4, nowMs: Date.now(), full: true, room: ROOM } });
    wire.break();
    await vi.advanceTimersByTimeAsync(10_000);
    const next = wires.welcome("t2", "");
    expect(next.of("enter")).toEqual([{ code: "ABCDEFGH", name: "Ada" }]);
    expect(client.here).not.toBeNull();
  });

  it("stands at the door when the seat is gone after a reconnect", async () => {
    const { wires, wire, client } = await seated();
    wire.break();
    await vi.advanceTimersByTimeAsync(10_000);
    wires.welcome("t2", "");
    expect(client.here).toBeNull();
    expect(client.code).toBe("ABCDEFGH");
  });

  it("keeps what it shows while the connection is lost", async () => {
    const { wire, client } = await seated();
    wire.break();
    expect(client.link).toBe("lost");
    expect(client.here?.mine?.hand).toEqual(["r5"]);
  });
});
