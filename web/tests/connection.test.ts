import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ServerClock } from "../src/net/clock";
import { Connection } from "../src/net/connection";
import type { Link } from "../src/net/connection";
import type { ServerFrameJson } from "../src/net/frames";
import { memory, Wires } from "./wire";

const SESSION = "0123456789abcdef";

function connect(entries: Record<string, string> = {}) {
  const wires = new Wires();
  const shelf = memory(entries);
  const links: Link[] = [];
  const frames: ServerFrameJson[] = [];
  const connection = new Connection({
    wire: wires.make,
    shelf,
    clock: new ServerClock(),
    session: SESSION,
    random: () => 1,
    listener: { link: (link) => links.push(link), frame: (frame) => frames.push(frame), refused: () => {} },
  });
  return { wires, shelf, links, frames, connection };
}

/** Lets promises settle without letting time pass. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  // Newer versions of Node.js have locks too, and theirs are given in real time, which stands still here.
  vi.stubGlobal("navigator", {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("hello", () => {
  it("shows the token that the last welcome gave, and keeps the new one", async () => {
    const { wires, shelf, connection } = connect({ token: "old" });
    connection.room = "ABCDEFGH";
    connection.start();
    await settle();
    wires.welcome("new", "ABCDEFGH");
    expect(wires.last.of("hello")).toEqual([{ token: "old", room: "ABCDEFGH" }]);
    expect(shelf.get("token")).toBe("new");
  });

  it("reads the token anew when it comes back: another tab may have renewed it", async () => {
    const { wires, shelf, connection } = connect();
    connection.start();
    await settle();
    wires.welcome("mine").break();
    shelf.set("token", "the other tab's");
    await vi.advanceTimersByTimeAsync(10_000);
    wires.last.open();
    expect(wires.last.of("hello")[0]?.token).toBe("the other tab's");
  });

  it("forgets an identity that is no more", async () => {
    const { wires, shelf, connection } = connect({ token: "spent" });
    connection.start();
    await settle();
    wires.last.open();
    wires.last.break(4002);
    expect(shelf.get("token")).toBe("");
  });

  it("gives up on a gateway that does not answer, and tries again", async () => {
    const { wires, connection } = connect();
    connection.start();
    await settle();
    wires.last.open();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(wires.all.length).toBeGreaterThan(1);
  });
});

describe("a request", () => {
  it("is answered by its id", async () => {
    const { wires, connection } = connect();
    connection.start();
    await settle();
    const wire = wires.welcome();
    const first = connection.request({ command: { draw: {} } });
    const second = connection.request({ command: { pass: {} } });
    wire.say({ reply: { id: { session: SESSION, n: 2 }, refusal: { code: "nothing_drawn" } } });
    wire.say({ reply: { id: { session: SESSION, n: 1 }, version: 7 } });
    expect(await first).toEqual({ version: 7, refusal: null });
    expect((await second).refusal?.code).toBe("nothing_drawn");
  });

  it("is sent again in order, under its own id, when the connection was lost", async () => {
    const { wires, connection } = connect();
    connection.start();
    await settle();
    wires.welcome("t1", "");
    wires.last.say({ entered: { code: "ABCDEFGH", seat: "p1" } });
    void connection.request({ command: { turn: 3, draw: {} } });
    void connection.request({ command: { call: {} } });
    wires.last.break();
    void connection.request({ command: { turn: 3, pass: {} } });
    await vi.advanceTimersByTimeAsync(10_000);
    wires.welcome("t2", "ABCDEFGH");
    const sent = wires.last.sent.filter((frame) => frame.command);
    expect(sent.map((frame) => frame.id?.n)).toEqual([1, 2, 3]);
    expect(sent[0]?.command).toEqual({ turn: 3, draw: {} });
  });

  it("ends as not_seated when the room could not be resumed", async () => {
    const { wires, connection } = connect();
    connection.start();
    await settle();
    wires.welcome().say({ entered: { code: "ABCDEFGH", seat: "p1" } });
    const lost = connection.request({ command: { draw: {} } });
    wires.last.break();
    await vi.advanceTimersByTimeAsync(10_000);
    wires.welcome("t2", "");
    expect((await lost).refusal?.code).toBe("not_seated");
    expect(wires.last.of("command")).toEqual([]);
  });

  it("that would mean nothing later is not kept for later", async () => {
    const { wires, connection } = connect();
    connection.start();
    await settle();
    const wire = wires.welcome();
    const asked = connection.request({ resync: {} });
    wire.break();
    expect((await asked).refusal?.code).toBe("unavailable");
    expect((await connection.request({ talk: { phrase: "hello" } })).refusal?.code).toBe("unavailable");
  });

  it("without an answer ends the connection, and goes out again on the next", async () => {
    const { wires, connection } = connect();
    connection.start();
    await settle();
    wires.welcome();
    void connection.request({ create: { name: "Ada" } });
    const stop = setInterval(() => wires.all[0]?.say({ pong: { sentMs: Date.now(), nowMs: Date.now() } }), 1_000);
    await vi.advanceTimersByTimeAsync(30_000);
    clearInterval(stop);
    expect(wires.all.length).toBeGreaterThan(1);
    wires.welcome("t2");
    expect(wires.last.of("create")).toEqual([{ name: "Ada" }]);
  });
});

describe("the link", () => {
  it("comes back by itself, faster first and slower later", async () => {
    const { wires, links, connection } = connect();
    connection.start();
    await settle();
    wires.welcome().break();
    expect(links.at(-1)).toBe("lost");
    await vi.advanceTimersByTimeAsync(250);
    expect(wires.all).toHaveLength(2);
    wires.last.break();
    await vi.advanceTimersByTimeAsync(250);
    expect(wires.all).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(250);
    expect(wires.all).toHaveLength(3);
  });

  it("is taken for dead when a ping stays unanswered", async () => {
    const { wires, links, connection } = connect();
    connection.start();
    await settle();
    wires.welcome();
    expect(wires.last.of("ping")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(links).toContain("lost");
  });

  it("stays quiet when a newer connection has the seat, and takes it back when asked", async () => {
    const { wires, links, connection } = connect();
    connection.start();
    await settle();
    const wire = wires.welcome();
    wire.say({ notice: { kind: "taken_over" } });
    expect(links.at(-1)).toBe("quiet");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wires.all).toHaveLength(1);
    connection.takeBack();
    expect(wire.of("takeBack")).toHaveLength(1);
    expect(links.at(-1)).toBe("open");
  });

  it("that broke while it was quiet is made anew to take the seat back", async () => {
    const { wires, connection } = connect();
    connection.start();
    await settle();
    wires.welcome().say({ notice: { kind: "taken_over" } });
    wires.last.break();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wires.all).toHaveLength(1);
    connection.takeBack();
    await settle();
    expect(wires.all).toHaveLength(2);
  });

  it("asks for the open lobbies again when it is back", async () => {
    const { wires, connection } = connect();
    connection.watchLobbies({ on: true });
    connection.start();
    await settle();
    wires.welcome();
    expect(wires.last.of("watchLobbies")).toEqual([{ on: true }]);
    wires.last.break();
    await vi.advanceTimersByTimeAsync(10_000);
    wires.welcome("t2");
    expect(wires.last.of("watchLobbies")).toEqual([{ on: true }]);
    connection.watchLobbies({});
    expect(wires.last.of("watchLobbies").at(-1)).toEqual({});
  });
});
