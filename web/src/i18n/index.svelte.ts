// The language that the page speaks now, and its texts.
import { browserShelf } from "../net/identity";
import { de } from "./de";
import { en } from "./en";
import { format } from "./message";
import type { Message, Params } from "./message";
import { nl } from "./nl";

export type Key = keyof typeof en;
export type Dictionary = Record<Key, Message>;
export const dictionaries = { nl, de, en } satisfies Record<string, Dictionary>;
export type Language = keyof typeof dictionaries;
export const languages = Object.keys(dictionaries) as Language[];

const known = (code: string | undefined): code is Language => code !== undefined && code in dictionaries;

/** The language chosen before, else the browser's first that there is a dictionary for. */
function initial(): Language {
  const chosen = browserShelf.get("language");
  if (known(chosen)) return chosen;
  const wanted = typeof navigator === "undefined" ? [] : navigator.languages;
  return wanted.map((tag) => tag.split("-")[0]).find(known) ?? "en";
}

let current = $state<Language>(initial());

export const language = {
  get current(): Language {
    return current;
  },
  choose(code: Language): void {
    current = code;
    browserShelf.set("language", code);
  },
};

export function t(key: Key, params: Params = {}): string {
  return format(dictionaries[current][key], params, current);
}

export const has = (key: string): key is Key => key in en;

/** A text of the catalogue, which brings its own languages. */
export function pickText(texts: Record<string, string> | undefined, fallback: string): string {
  return texts?.[current] ?? texts?.["en"] ?? fallback;
}
