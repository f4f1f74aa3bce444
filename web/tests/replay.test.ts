import { describe, expect, it } from "vitest";
import type { PositionsJson } from "../src/gen/zerocards/game/v1/game_pb";
import { fetchPositions, readReel, stay } from "../src/replay/reel";
import { replayOf, replayPath } from "../src/replay/route";

const round: PositionsJson = {
  ruleset: "classic108",
  seats: [{ seat: "p1", name: "p1" }, { seat: "p2", name: "p2", bot: "normal" }],
  positions: [
    { table: { top: "r5", turn: "p1" }, hands: [{ seat: "p1", cards: ["r7"] }, { seat: "p2", cards: ["b1"] }] },
    { ms: 40, who: "p1", table: { top: "r7" }, hands: [{ seat: "p2", cards: ["b1"] }], events: [{ cardPlayed: { seat: "p1", card: "r7" } }] },
    { ms: 61_040, who: "p2", table: { top: "r7" } },
  ],
};
const reel = readReel(round, { p1: "Ada" }, (seat) => `Player ${seat.slice(1)}`);

describe("a replay's address", () => {
  it("names the room, the round and, where no server sees it, the players", () => {
    const path = replayPath("K7QX2MPA", 3, [{ seat: "p1", name: "Ada & Bo" }]);
    const url = new URL(path, "http://x");
    expect(url.pathname).toBe("/replay/K7QX2MPA/3");
    expect(replayOf(url.pathname, url.hash)).toEqual({ code: "K7QX2MPA", number: 3, names: { p1: "Ada & Bo" } });
  });

  it.each(["/", "/r/K7QX2MPA", "/replay/K7QX2MPA", "/replay/K7QX2MPA/x", "/replay/SHORT/1"])("is not %s", (path) => {
    expect(replayOf(path)).toBeNull();
  });

  it("takes no more of a name than a name may be long, and none for what is no seat", () => {
    expect(replayOf("/replay/k7qx2mpa/1", `#p1=${"x".repeat(99)}&host=Eve`)?.names).toEqual({ p1: "x".repeat(20) });
  });
});

describe("a reel", () => {
  it("starts with the deal and has every hand", () => {
    expect(reel.steps).toHaveLength(3);
    expect(reel.steps[0]).toMatchObject({ ms: 0, who: "", table: { top: "r5", turn: "p1", direction: 1 } });
    expect(reel.steps[0]?.hands.get("p2")).toEqual(["b1"]);
    expect(reel.room.seats.map((seat) => seat.name)).toEqual(["Ada", "Player 2"]);
  });

  it("plays about as fast as it was played", () => {
    expect(stay(reel.steps, 0, 1)).toBe(500);
    expect(stay(reel.steps, 1, 1)).toBe(2_500);
    expect(stay(reel.steps, 1, 2)).toBe(1_250);
    expect(stay(reel.steps, 2, 1)).toBeNull();
  });
});

describe("fetching", () => {
  const answering = (status: number, body: unknown = {}) => () => Promise.resolve(new Response(JSON.stringify(body), { status }));

  it.each([
    [404, "not_found"],
    [410, "rules_changed"],
    [503, "unavailable"],
  ])("%i is %s", async (status, failure) => {
    expect(await fetchPositions("K7QX2MPA", 1, answering(status))).toEqual({ json: null, failure });
  });

  it("gives the positions, or says that there is no way to them", async () => {
    expect((await fetchPositions("K7QX2MPA", 1, answering(200, round))).json).toEqual(round);
    expect((await fetchPositions("K7QX2MPA", 1, () => Promise.reject(new TypeError("offline")))).failure).toBe("unavailable");
  });
});
