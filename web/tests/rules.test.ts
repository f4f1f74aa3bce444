import { describe, expect, it } from "vitest";
import { face, faceHelp, rulesetIds } from "../src/game/catalogue";
import { languages } from "../src/i18n/index.svelte";
import { texts as replay } from "../src/replay/texts";
import { listed } from "../src/rules/deck";
import { hasRule, texts as rules } from "../src/rules/texts";
import { texts as talk } from "../src/talk/texts";

describe.each(rulesetIds)("the rules of %s", (id) => {
  it("say the turn and what draw cards do", () => {
    expect(hasRule(`turn.${id}`)).toBe(true);
    expect(hasRule(`answer.${id}`)).toBe(true);
  });

  it("explain every card, the digits once", () => {
    const faces = listed(id);
    expect(faces.filter((each) => each.digit)).toHaveLength(1);
    expect(faces.length).toBeGreaterThan(5);
    for (const each of faces) expect(faceHelp(each.face), each.face).not.toBe("");
    for (const each of faces) expect(each.card.startsWith("wild")).toBe(face(each.face)?.kind === "wild");
  });
});

it("the texts that are loaded later have the same places in every language", () => {
  type Texts = Record<string, Record<string, unknown>>;
  for (const texts of [replay, rules, talk] as Texts[]) {
    const places = (message: unknown) => [...new Set(JSON.stringify(message).match(/\{\w+\}/g) ?? [])].sort();
    for (const code of languages) {
      expect(Object.keys(texts[code] ?? {})).toEqual(Object.keys(texts["en"] ?? {}));
      for (const [key, message] of Object.entries(texts["en"] ?? {})) expect(places(texts[code]?.[key]), key).toEqual(places(message));
    }
  }
});
