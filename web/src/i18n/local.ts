// The texts of a part that is loaded later: its own small dictionary, in every language.
import { language } from "./index.svelte";
import type { Language } from "./index.svelte";
import { format } from "./message";
import type { Message, Params } from "./message";

/** A text that is missing in a language does not compile. */
export function dictionary<Key extends string>(texts: Record<Language, Record<Key, Message>>) {
  return (key: Key, params: Params = {}): string => format(texts[language.current][key], params, language.current);
}
