import { describe, expect, it } from "vitest";
import { enter, follow, opponents } from "../src/game/here";
import { readUpdate } from "../src/net/frames";

const entered = enter({ code: "ABCDEFGH", seat: "p2", waiting: false });
const whole = readUpdate({
  version: 10,
  full: true,
  room: { phase: "playing", seats: [{ seat: "p1", name: "Ada" }, { seat: "p2", name: "Grace" }, { seat: "p4", name: "Bo", bot: "easy" }] },
  table: { turn: "p1", seats: [{ seat: "p1", cards: 3 }, { seat: "p2", cards: 5 }, { seat: "p4", cards: 1 }] },
  seat: { seat: "p2", hand: ["r5"] },
});

describe("following a room", () => {
  it("takes nothing before the first full update", () => {
    expect(follow(entered, readUpdate({ version: 3 })).fate).toBe("gap");
    expect(follow(entered, whole).here.version).toBe(10);
  });

  it("keeps what an update leaves out", () => {
    const { here } = follow(entered, whole);
    const { here: next, fate } = follow(here, readUpdate({ version: 11, table: { turn: "p2" } }));
    expect(fate).toBe("applied");
    expect(next.table?.turn).toBe("p2");
    expect(next.mine?.hand).toEqual(["r5"]);
    expect(next.room?.phase).toBe("playing");
  });

  it("drops what it knows already, and sees a gap", () => {
    const { here } = follow(entered, whole);
    expect(follow(here, readUpdate({ version: 10 })).fate).toBe("stale");
    expect(follow(here, readUpdate({ version: 12 })).fate).toBe("gap");
  });

  it("lets a full update undo everything, back to a lower version too", () => {
    const { here } = follow(entered, whole);
    const { here: back } = follow(here, readUpdate({ version: 8, full: true, room: { phase: "lobby" } }));
    expect(back.version).toBe(8);
    expect(back.table).toBeNull();
    expect(back.mine).toBeNull();
  });

  it("notices the seat that a spectator is given", () => {
    const spectator = enter({ code: "ABCDEFGH", seat: "", waiting: true });
    const { here } = follow(spectator, whole);
    expect(here.seat).toBe("p2");
    expect(here.waiting).toBe(false);
  });

  it("sees the others from the next seat on", () => {
    const { here } = follow(entered, whole);
    expect(opponents(here).map((each) => each.name)).toEqual(["Bo", "Ada"]);
    expect(opponents({ ...here, seat: "" }).map((each) => each.name)).toEqual(["Ada", "Grace", "Bo"]);
  });
});
