import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import gateway from "../../services/gateway/talk.py?raw";
import { Talk, SHOWN_MS } from "../src/talk/talk.svelte";
import { emotes, phrases } from "../src/talk/texts";
import { memory } from "./wire";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("knows the phrases that the gateway lets through, and no other", () => {
  const theirs = gateway.split("PHRASES")[1]?.split("}")[0]?.match(/"(\w+)"/g)?.map((each) => each.slice(1, -1));
  expect([...phrases, ...emotes].sort()).toEqual(theirs?.sort());
});

describe("talk", () => {
  it("shows what a seat said last, for a while", () => {
    const talk = new Talk(memory());
    talk.hear("ROOM", "p2", "Grace", "hello");
    vi.advanceTimersByTime(SHOWN_MS - 1);
    talk.hear("ROOM", "p2", "Grace", "laugh");
    talk.hear("ROOM", "p3", "Linus", "made up");
    expect(talk.said.map(({ seat, phrase }) => [seat, phrase])).toEqual([["p2", "laugh"]]);
    vi.advanceTimersByTime(SHOWN_MS - 1);
    expect(talk.said).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(talk.said).toEqual([]);
  });

  it("does not show who is muted, also after a reload; somebody else on that seat is heard", () => {
    const shelf = memory();
    const talk = new Talk(shelf);
    talk.hear("ROOM", "p2", "Grace", "hello");
    talk.mute("ROOM", "p2", "Grace", true);
    expect(talk.said).toEqual([]);
    const again = new Talk(shelf);
    again.hear("ROOM", "p2", "Grace", "hello");
    expect(again.said).toEqual([]);
    again.hear("ROOM", "p2", "Barbara", "hello");
    again.hear("ELSE", "p2", "Grace", "hello");
    expect(again.said).toHaveLength(1);
    again.mute("ROOM", "p2", "Grace", false);
    expect(again.muted("ROOM", "p2", "Grace")).toBe(false);
    expect(shelf.get("muted")).toBe("");
  });

  it("rests as long as the gateway asks", () => {
    const talk = new Talk(memory({ muted: "not ours" }));
    talk.rest(0);
    expect(talk.resting).toBe(false);
    talk.rest(900);
    expect(talk.resting).toBe(true);
    vi.advanceTimersByTime(900);
    expect(talk.resting).toBe(false);
  });
});
