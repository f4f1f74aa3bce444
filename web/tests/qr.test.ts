import { encode } from "uqr";
import { expect, it } from "vitest";
import { path } from "../src/lobby/qr";

it("draws each run of dark modules as a bar", () => {
  expect(path([[true, true, false], [false, false, false], [false, true, true]])).toBe("M0 0h2v1h-2zM1 2h2v1h-2z");
});

it("covers exactly the dark modules of a code", () => {
  const { data, size } = encode("https://example.org/r/K7QX2MPA", { ecc: "M", border: 2 });
  const bars = [...path(data).matchAll(/M\d+ \d+h(\d+)v/g)].map((bar) => Number(bar[1]));
  expect(bars.reduce((sum, length) => sum + length, 0)).toBe(data.flat().filter(Boolean).length);
  expect(data).toHaveLength(size);
});
