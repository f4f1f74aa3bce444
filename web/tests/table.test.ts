import { describe, expect, it } from "vitest";
import { drawing } from "../src/cards/glyphs";
import catalogue from "../src/gen/catalogue.json";
import { readCard, sortHand } from "../src/game/cards";
import { pathOf, readCode, roomOf } from "../src/game/route";
import { grouped, isChanged, stepped } from "../src/lobby/settings";
import { backoff } from "../src/net/backoff";
import { ServerClock } from "../src/net/clock";
import { verified } from "../src/table/fair";
import { around, spot, spread } from "../src/table/layout";
import { choreograph, sourceOf } from "../src/table/motion";
import { handIn, place } from "../src/table/stroke";

describe("cards", () => {
  it("are read as the notation writes them", () => {
    expect(readCard("r+2")).toMatchObject({ colour: "r", face: "+2", wild: false });
    expect(readCard("wild+4/b")).toMatchObject({ colour: "b", face: "wild+4", wild: true });
    expect(readCard("wild")).toMatchObject({ colour: null, face: "wild" });
  });

  it.each(catalogue.faces.filter((face) => face.id !== "wild").map((face) => [face.id, face.symbol]))(
    "%s has a drawing of its own",
    (id, symbol) => expect(drawing(id ?? "", symbol ?? "")).not.toBeNull(),
  );

  it("are sorted by colour or by face, wilds last", () => {
    const hand = ["wild", "b2", "r9", "rskip", "b2", "r1"];
    expect(sortHand(hand, "colour")).toEqual(["r1", "r9", "rskip", "b2", "b2", "wild"]);
    expect(sortHand(hand, "value")).toEqual(["r1", "b2", "b2", "r9", "rskip", "wild"]);
  });
});

describe("the hand", () => {
  it.each([1, 7, 14, 30, 60])("lies inside a phone with %i cards", (count) => {
    const width = 344;
    const laid = spread(count, width);
    for (let index = 0; index < count; index++) {
      const { x } = spot(laid, index, count);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + laid.card).toBeLessThanOrEqual(width + 0.001);
    }
  });

  it("leaves a finger's place on each of 30 cards on a phone", () => {
    const laid = spread(30, 344);
    expect(laid.step).toBeGreaterThanOrEqual(36);
    expect(laid.drop).toBeGreaterThanOrEqual(44);
  });
});

describe("the seats", () => {
  it("go clockwise from the left over the top, even on both sides", () => {
    const nine = Array.from({ length: 9 }, (_, index) => around(index, 9));
    const xs = nine.map(({ x }) => x);
    expect(xs[0]).toBeLessThan(xs[4] ?? 0);
    expect(nine[4]?.x).toBeCloseTo(50, 0);
    expect((nine[0]?.y ?? 0) - (nine[8]?.y ?? 0)).toBeCloseTo(0, 0);
    expect(around(0, 1).x).toBeCloseTo(50);
  });
});

describe("the choreography", () => {
  const order = ["p1", "p2", "p3"];

  it("follows the events' order, one after the other", () => {
    const { steps } = choreograph(
      [{ cardPlayed: { seat: "p2", card: "r+2" } }, { cardsDrawn: { seat: "p3", count: 2 } }],
      "p1",
      order,
    );
    expect(steps.map(({ from, to, card }) => [from, to, card])).toEqual([
      ["seat-p2", "discard", "r+2"],
      ["draw", "seat-p3", ""],
      ["draw", "seat-p3", ""],
    ]);
    expect(steps.map(({ delay }) => delay)).toEqual([...steps.map(({ delay }) => delay)].sort((a, b) => a - b));
  });

  it("leaves what comes to the reader's hand to the hand", () => {
    const events = [{ handsSwapped: { seat: "p2", target: "p1" } }];
    expect(choreograph(events, "p1", order).steps.every(({ to }) => to === "seat-p2")).toBe(true);
    expect(sourceOf(events, "p1")).toBe("seat-p2");
    expect(sourceOf([{ cardsDrawn: { seat: "p1", count: 1 } }], "p1")).toBe("draw");
  });

  it("shows a few of many", () => {
    expect(choreograph([{ cardsDrawn: { seat: "p2", count: 24 } }], "p1", order).steps.length).toBeLessThan(8);
  });

  it("rolls the dice before the deal and lets a storm break before what it does", () => {
    const dealt = choreograph([{ diceRolled: { begins: "p2", rolls: [{ seat: "p2", value: 6 }] } }, { handsDealt: { cards: 7 } }], "p1", order);
    expect(dealt.acts).toMatchObject([{ kind: "dice", delay: 0 }]);
    expect(Math.min(...dealt.steps.map(({ delay }) => delay))).toBeGreaterThan(1_000);
    const storm = choreograph([{ stormBurst: { kind: "cyclone" } }, { handsMoved: { direction: 1, reason: "cyclone" } }], "p1", order);
    expect(storm.acts.map(({ kind }) => kind)).toEqual(["storm"]);
    expect(storm.steps.every(({ delay }) => delay > 0)).toBe(true);
  });

  it("shows where a mirrored stack bounces, a bomb goes off and who is out", () => {
    const { acts } = choreograph(
      [
        { stackAimed: { cards: 6, by: "p1", target: "p3", mirrored: true } },
        { stackAimed: { cards: 8, by: "p3", target: "p1" } },
        { bombExploded: { seat: "p2", cards: 3 } },
        { playerKnockedOut: { seat: "p2" } },
      ],
      "p1",
      order,
    );
    expect(acts.map(({ kind, places }) => [kind, ...places])).toEqual([
      ["bounce", "discard", "hand", "seat-p3"],
      ["bang", "seat-p2"],
      ["out", "seat-p2"],
    ]);
    expect(acts.map(({ delay }) => delay)).toEqual([...acts.map(({ delay }) => delay)].sort((a, b) => a - b));
  });

  it("moves hands from seat to seat in the direction of play, the reader's too", () => {
    const moved = [{ handsMoved: { direction: -1 } }];
    expect(new Set(choreograph(moved, "p1", order).steps.map(({ from, to }) => `${from} ${to}`))).toEqual(
      new Set(["hand seat-p3", "seat-p3 seat-p2"]),
    );
    expect(sourceOf(moved, "p1", order)).toBe("seat-p2");
  });
});

describe("house rules", () => {
  const zerocards = catalogue.rulesets.find((each) => each.id === "zerocards")?.defaults as Record<string, string>;

  it("are each in one group, the specials together", () => {
    const ids = grouped(zerocards).flatMap((group) => group.settings.map((setting) => setting.id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(Object.keys(zerocards).length - 1);
    expect(grouped(zerocards).find((group) => group.title === "group.other")).toBeUndefined();
  });

  it("say whether they were changed", () => {
    expect(isChanged("zerocards", "stacking", "on")).toBe(false);
    expect(isChanged("zerocards", "stacking", "off")).toBe(true);
  });

  it("step through a range, with 0 for off below it", () => {
    const timer = { min: 10, max: 90, zero: true };
    expect([stepped(timer, 30, 1), stepped(timer, 10, -1), stepped(timer, 0, 1), stepped(timer, 0, -1), stepped(timer, 90, 1)]).toEqual([
      35, 0, 10, null, null,
    ]);
    expect(stepped({ min: 2, max: 10 }, 2, -1)).toBeNull();
  });
});

describe("odds and ends", () => {
  it("reads a code however it comes", () => {
    expect(readCode(" abcd-2345 ")).toBe("ABCD2345");
    expect(readCode("https://0cards.example/r/ABCD2345?x")).toBe("ABCD2345");
    expect(roomOf("/r/abcd2345")).toBe("ABCD2345");
    expect(roomOf("/r/short")).toBe("");
    expect(pathOf("ABCD2345")).toBe("/r/ABCD2345");
  });

  it("hands a stroke in within the contract's bounds", () => {
    const box = { left: 10, top: 10, width: 200 };
    expect(place(box, 110, 10)).toEqual({ x: 500, y: 0 });
    expect(place(box, 900, -5)).toEqual({ x: 1000, y: 0 });
    expect(handIn([{ x: 1, y: 1 }])).toBeNull();
    const long = Array.from({ length: 3_000 }, (_, index) => ({ x: index % 1000, y: 5 }));
    expect(handIn(long)?.length).toBeLessThanOrEqual(4_000);
  });

  it("checks the deal against the hash shown before it", async () => {
    const hash = "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d";
    expect(await verified("00", hash)).toBe(true);
    expect(await verified("01", hash)).toBe(false);
    expect(await verified("00", "")).toBeNull();
  });

  it("waits longer from try to try, within bounds", () => {
    expect(backoff(0, () => 1)).toBe(250);
    expect(backoff(0, () => 0)).toBe(125);
    expect(backoff(50, () => 1)).toBe(4_000);
  });

  it("knows the server's clock best from the quickest answer", () => {
    let local = 1_000;
    const clock = new ServerClock(() => local);
    clock.notBefore(5_000);
    expect(clock.now()).toBe(5_000);
    local = 1_100;
    clock.exchange(1_000, 9_050);
    expect(clock.now()).toBe(9_100);
    local = 2_100;
    clock.exchange(1_200, 11_000);
    expect(clock.now()).toBe(10_100);
    clock.notBefore(10_500);
    expect(clock.now()).toBe(10_500);
  });
});
