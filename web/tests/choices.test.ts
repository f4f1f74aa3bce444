import { describe, expect, it } from "vitest";
import { asked, begin, choose } from "../src/game/choices";
import type { Choice, LegalPlay } from "../src/net/frames";

const choice = (kind: string, options: string[], more: Partial<Choice> = {}): Choice => ({
  kind,
  options,
  count: 1,
  optional: false,
  extras: [],
  ...more,
});
const colour = choice("colour", ["r", "y", "g", "b"]);
const play = (card: string, ...choices: Choice[]): LegalPlay => ({ card, choices, colours: [] });
const extraOf = (card: string, ...colours: string[]): LegalPlay => ({ card, choices: [], colours });

describe("the choices of a play", () => {
  it("are none for a plain card", () => {
    expect(asked(begin(play("r5")))).toBeNull();
    expect(begin(play("r5")).play).toEqual({ card: "r5" });
  });

  it("are asked in the order given", () => {
    let flow = begin(play("wildcustom", choice("target", ["p2", "p3"]), colour));
    expect(asked(flow)?.kind).toBe("target");
    flow = choose(flow, ["p3"]);
    expect(asked(flow)?.kind).toBe("colour");
    flow = choose(flow, ["g"]);
    expect(asked(flow)).toBeNull();
    expect(flow.play).toEqual({ card: "wildcustom", target: "p3", colour: "g" });
  });

  it("take the same card twice for a gift", () => {
    const gift = play("rgift", choice("target", ["p2"]), choice("give", ["b1", "b1", "y3"], { count: 2 }));
    expect(choose(choose(begin(gift), ["p2"]), ["b1", "b1"]).play).toEqual({ card: "rgift", target: "p2", give: ["b1", "b1"] });
  });

  it("go on with the extra card's own, kept apart from the card's", () => {
    const extra = choice("extra", ["wild+4", "gmagnet"], {
      optional: true,
      extras: [play("wild+4", colour), { ...play("gmagnet", choice("target", ["p2"])), colours: ["g"] }],
    });
    let flow = choose(begin(play("wild+1", colour, extra)), ["g"]);
    flow = choose(flow, ["wild+4"]);
    expect(asked(flow)?.ofExtra).toBe(true);
    expect(choose(flow, ["b"]).play).toEqual({ card: "wild+1", colour: "g", extra: "wild+4", extraColour: "b" });
  });

  it("offer the extras of the colour chosen, and do not ask where there are none", () => {
    const extra = choice("extra", ["g5", "b2", "wild"], {
      optional: true,
      extras: [extraOf("g5", "g"), extraOf("b2", "b"), extraOf("wild")],
    });
    expect(asked(choose(begin(play("wild+1", colour, extra)), ["b"]))?.options).toEqual(["b2", "wild"]);
    const green = choice("extra", ["g5"], { optional: true, extras: [extraOf("g5", "g")] });
    expect(asked(choose(begin(play("wild+1", colour, green)), ["r"]))).toBeNull();
  });

  it("may be left out only where they may", () => {
    const flow = choose(begin(play("wild+1", colour, choice("extra", ["g5"], { optional: true, extras: [extraOf("g5", "g")] }))), ["g"]);
    expect(choose(flow, []).play).toEqual({ card: "wild+1", colour: "g" });
    expect(asked(choose(flow, []))).toBeNull();
    const owed = begin(play("wild", colour));
    expect(choose(owed, [])).toBe(owed);
  });
});
