import { describe, expect, it } from "vitest";
import { EventSchema } from "../src/gen/zerocards/game/v1/event_pb";
import { tell } from "../src/game/tell";
import type { EventJson } from "../src/net/frames";

const names: Record<string, string> = { p1: "Ada", p2: "Grace", "": "" };
const reader = (seat: string) => ({ seat, name: (each: string) => names[each] ?? each });

/** Events that another event, or the table itself, tells. */
const silent = ["settingsChanged", "spectatorLeft", "roomClosed", "handsDealt", "turnStarted", "handReturned", "bombTicked", "chaosRaised", "strokeHandedIn"];
const samples: Record<string, object> = {
  cardPlayed: { seat: "p1", card: "r5" },
  cardsDrawn: { seat: "p1", count: 2 },
  stormBurst: { kind: "rain" },
  circleDecided: { best: "p1" },
  gameEnded: { winner: "p1" },
  handsMoved: { direction: 1, reason: "zero" },
};

describe("telling", () => {
  it.each(EventSchema.fields.map((field) => field.jsonName))("has words for %s, or none on purpose", (name) => {
    const event = { [name]: samples[name] ?? { seat: "p1" } } as EventJson;
    const told = tell(event, reader("p2"));
    expect(told === null).toBe(silent.includes(name));
    expect(told ?? "").not.toMatch(/[{}]/);
  });

  it("speaks to whom it concerns", () => {
    const swap: EventJson = { handsSwapped: { seat: "p1", target: "p2" } };
    expect(tell(swap, reader("p1"))).toBe("You swap hands with Grace");
    expect(tell(swap, reader("p2"))).toBe("Ada swaps hands with you");
    expect(tell(swap, reader(""))).toBe("Ada swaps hands with Grace");
  });

  it("names cards in words", () => {
    expect(tell({ cardPlayed: { seat: "p1", card: "wild/g" } }, reader("p2"))).toBe("Ada plays Wild in green");
    expect(tell({ cardPlayed: { seat: "p1", card: "b+2", jumpIn: true } }, reader("p1"))).toMatch(/^You jump in with blue /);
  });
});
