import { describe, expect, it } from "vitest";
import { missed } from "../src/game/away";
import { enter } from "../src/game/here";
import type { Here } from "../src/game/here";
import { soundsOf } from "../src/game/sound";

describe("sounds", () => {
  it("are one each in an update, in the events' order", () => {
    const rain = ["p1", "p2", "p3"].map((seat) => ({ cardsDrawn: { seat, count: 1, reason: "rain" } }));
    expect(soundsOf([{ cardPlayed: { seat: "p1", card: "r5" } }, { stormBurst: { kind: "rain" } }, ...rain], "p1")).toEqual(["card", "storm", "draw"]);
  });

  it("call the reader to their own turn only, and a spectator to none", () => {
    const turn = [{ turnStarted: { seat: "p2", number: 3 } }];
    expect(soundsOf(turn, "p2")).toEqual(["turn"]);
    expect(soundsOf(turn, "p1")).toEqual([]);
    expect(soundsOf([{ turnStarted: { number: 1 } }], "")).toEqual([]);
  });
});

describe("who was away", () => {
  const at = (round: number, turnNumber: number, cards: number, version = 5) =>
    ({
      ...enter({ code: "ABCD2345", seat: "p1", waiting: false }),
      version,
      table: { round, turnNumber },
      mine: { hand: Array.from({ length: cards }, () => "r1") },
    }) as unknown as Here;

  it("hears how many turns went by and what they hold", () => {
    expect(missed(at(1, 4, 5), at(1, 9, 7))).toBe("While you were away: 5 turns were played · you hold 7 cards now");
    expect(missed(at(1, 4, 5), at(2, 1, 5))).toBe("While you were away: round 2 has begun");
  });

  it("hears nothing where nothing happened, or on the first look", () => {
    expect(missed(at(1, 4, 5), at(1, 4, 5))).toBeNull();
    expect(missed(at(1, 4, 5, 0), at(1, 9, 7))).toBeNull();
  });
});
