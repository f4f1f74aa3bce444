// What moves is what a browser moves without laying out or painting again: transform and opacity. What scripts animate
// is looked at while it runs (tests/browser/slowly.py).
import { describe, expect, it } from "vitest";

const sources = import.meta.glob<string>(["../src/**/*.svelte", "../src/**/*.css", "../src/**/*.ts"], {
  eager: true,
  query: "?raw",
  import: "default",
});
const FREE = ["transform", "opacity", "none"];

const all = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map((found) => found[1] ?? "");
const properties = (block: string) => all(block, /(?:^|[{;,])\s*([a-z-]+)\s*:/gi);

function moved(source: string): string[] {
  // A transition names what it is of first; commas inside a timing function separate nothing.
  const transitions = all(source, /[\s;{]transition:\s*([^;]+);/g)
    .flatMap((value) => value.replaceAll(/\([^)]*\)/g, "").split(","))
    .map((each) => each.trim().split(/\s+/)[0] ?? "");
  const keyframes = all(source, /@keyframes [\w-]+ \{((?:[^{}]*\{[^{}]*\})+)\s*\}/g).flatMap((frames) =>
    all(frames, /\{([^{}]*)\}/g).flatMap((frame) => properties(`{${frame}`)),
  );
  return [...transitions, ...keyframes];
}

describe("what is animated", () => {
  it("is read from the sources", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(50);
    expect(moved("a { transition: width 1s cubic-bezier(0, 1, 2, 3), opacity 1s; }")).toEqual(["width", "opacity"]);
    expect(moved("@keyframes a {\n from {\n left: 0;\n transform: none;\n }\n 50% {\n top: 1px;\n }\n}")).toEqual(["left", "transform", "top"]);
  });

  it.each(Object.entries(sources))("is transform and opacity in %s", (_, source) => {
    expect(moved(source).filter((property) => !FREE.includes(property))).toEqual([]);
  });
});
