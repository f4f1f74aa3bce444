import { parse } from "svelte/compiler";
import { afterEach, describe, expect, it } from "vitest";
import catalogue from "../src/gen/catalogue.json";
import { dictionaries, language, languages, t } from "../src/i18n/index.svelte";
import type { Key } from "../src/i18n/index.svelte";
import type { Message } from "../src/i18n/message";
import { en } from "../src/i18n/en";
import notation from "../../docs/notation.md?raw";

const keys = Object.keys(en) as Key[];
const forms = (message: Message) => (typeof message === "string" ? [message] : Object.values(message));
// A singular may spell its number out.
const places = (message: Message) =>
  [...new Set(forms(message).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].filter((place) => place !== "{n}").sort();

afterEach(() => language.choose("en"));

describe.each(languages)("%s", (code) => {
  const dictionary = dictionaries[code];

  it("has every text and no other", () => {
    expect(Object.keys(dictionary).sort()).toEqual([...keys].sort());
  });

  it("says something everywhere, with the same places as in English", () => {
    for (const key of keys) {
      for (const form of forms(dictionary[key])) expect(form.trim(), key).not.toBe("");
      expect(places(dictionary[key]), key).toEqual(places(en[key]));
    }
  });

  it("has the catalogue's texts", () => {
    for (const info of [...catalogue.faces, ...catalogue.rulesets, ...catalogue.settings]) {
      expect(info.label, info.id).toHaveProperty(code);
    }
  });
});

it("knows every refusal of the notation", () => {
  const section = notation.split(/^## /m).find((part) => part.startsWith("Refusals")) ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const codes = rows.flatMap((row) => row.split("|")[1]?.match(/[a-z_]+/g) ?? []);
  expect(codes.length).toBeGreaterThan(30);
  for (const code of codes) expect(en).toHaveProperty([`refusal.${code}`]);
});

it("counts in the language's own way, live", () => {
  expect(t("tell.cardsDrawn", { who: "Ada", n: 1 })).toBe("Ada draws a card");
  language.choose("de");
  expect(t("tell.cardsDrawn", { who: "Ada", n: 4 })).toBe("Ada zieht 4 Karten");
  language.choose("nl");
  expect(t("value.points", { n: 1000 })).toBe("1.000 punten");
});

describe("no text is written into a component", () => {
  const components = import.meta.glob<string>("../src/**/*.svelte", { query: "?raw", import: "default", eager: true });
  // What a reader or listener gets to know.
  const spoken = ["aria-label", "title", "placeholder", "alt"];
  // The call and the game's name are the same in every language.
  const names = ["0cards!", "0!"];

  it.each(Object.entries(components))("%s", (_, source) => {
    const found: string[] = [];
    const look = (node: unknown): void => {
      if (Array.isArray(node)) return node.forEach(look);
      if (typeof node !== "object" || node === null) return;
      const { type, name, data, value } = node as { type?: string; name?: string; data?: string; value?: unknown };
      if (type === "Text" && /\p{L}/u.test(data ?? "")) found.push((data ?? "").trim());
      if (type === "StyleDirective") return;
      if (type === "Attribute") {
        if (spoken.includes(name ?? "")) look(value);
        return;
      }
      Object.values(node).forEach(look);
    };
    look(parse(source, { modern: true }).fragment);
    expect(found.filter((text) => !names.includes(text))).toEqual([]);
  });
});
