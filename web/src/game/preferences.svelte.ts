// What this browser's player likes: sound, theme, contrast, the cards' look. Kept on the shelf, said in the page's root element.
import { browserShelf } from "../net/identity";

export const themes = ["system", "light", "dark"] as const;
export const decks = ["bright", "soft", "ink", "neon"] as const;
export type Theme = (typeof themes)[number];
export type Deck = (typeof decks)[number];

const oneOf = <T extends string>(all: readonly [T, ...T[]], text: string): T => all.find((each) => each === text) ?? all[0];

let sound = $state(browserShelf.get("sound") !== "off");
let contrast = $state(browserShelf.get("contrast") === "high");
let theme = $state<Theme>(oneOf(themes, browserShelf.get("theme")));
let deck = $state<Deck>(oneOf(decks, browserShelf.get("deck")));

export const preferences = {
  get sound(): boolean {
    return sound;
  },
  set sound(on: boolean) {
    sound = on;
    browserShelf.set("sound", on ? "" : "off");
  },
  get contrast(): boolean {
    return contrast;
  },
  set contrast(high: boolean) {
    contrast = high;
    browserShelf.set("contrast", high ? "high" : "");
  },
  get theme(): Theme {
    return theme;
  },
  set theme(chosen: Theme) {
    theme = chosen;
    browserShelf.set("theme", chosen === themes[0] ? "" : chosen);
  },
  get deck(): Deck {
    return deck;
  },
  set deck(chosen: Deck) {
    deck = chosen;
    browserShelf.set("deck", chosen === decks[0] ? "" : chosen);
  },
};

/** Says them in the root element, where the style sheet looks; what was not chosen is as the system has it. */
export function apply(root: HTMLElement, systemDark: boolean, systemContrast: boolean): void {
  root.dataset["theme"] = theme === "system" ? (systemDark ? "dark" : "light") : theme;
  root.dataset["contrast"] = contrast || systemContrast ? "high" : "normal";
  root.dataset["deck"] = deck;
}
