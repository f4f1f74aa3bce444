import { describe, expect, it } from "vitest";
import { enter, follow } from "../src/game/here";
import { readEntered, readUpdate } from "../src/net/frames";

const entered = enter(readEntered({ code: "K7QX2MPA", seat: "p1" }));
const lobby = readUpdate({ version: 1, full: true, room: { phase: "lobby", nextSeedHash: "aa" } });
const dealt = (version: number, replay: number, seedHash: string, full = false) =>
  readUpdate({ version, full, room: { phase: "playing", nextSeedHash: "bb" }, table: { replay, seedHash } });

describe("the hash that a deal is held to", () => {
  it("is the one shown before the deal, whatever is said later", () => {
    const before = follow(entered, lobby).here;
    const { here } = follow(before, dealt(2, 1, "forged"));
    expect(here.promised).toBe("aa");
    expect(follow(here, dealt(3, 1, "forged again")).here.promised).toBe("aa");
    expect(follow(here, dealt(3, 2, "cc")).here.promised).toBe("bb");
  });

  it("is the first one seen, for who came in the middle of a round", () => {
    expect(follow(entered, dealt(7, 3, "cc", true)).here.promised).toBe("cc");
  });
});
