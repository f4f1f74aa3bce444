import { afterEach, expect, it } from "vitest";
import { apply, preferences } from "../src/game/preferences.svelte";

afterEach(() => {
  Object.assign(preferences, { sound: true, contrast: false, theme: "system", deck: "bright" });
});

const said = (systemDark: boolean, systemContrast: boolean) => {
  const root = { dataset: {} as Record<string, string> };
  apply(root as unknown as HTMLElement, systemDark, systemContrast);
  return root.dataset;
};

it("follows the system until something is chosen", () => {
  expect(said(false, false)).toEqual({ theme: "light", contrast: "normal", deck: "bright" });
  expect(said(true, true)).toEqual({ theme: "dark", contrast: "high", deck: "bright" });
});

it("says what was chosen, whatever the system has", () => {
  Object.assign(preferences, { theme: "light", contrast: true, deck: "ink" });
  expect(said(true, false)).toEqual({ theme: "light", contrast: "high", deck: "ink" });
});
