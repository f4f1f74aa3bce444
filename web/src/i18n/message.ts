// What a dictionary holds, and how a text is made of it.

/** A text with `{name}` places; where it depends on the number `n`, one per plural category. */
export type Message = string | { one: string; other: string };
export type Params = Record<string, string | number>;

export function format(message: Message, params: Params, language: string): string {
  const text = typeof message === "string" ? message : pick(message, Number(params["n"] ?? 0), language);
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name];
    if (value === undefined) return place;
    return typeof value === "number" ? value.toLocaleString(language) : value;
  });
}

function pick(forms: { one: string; other: string }, n: number, language: string): string {
  return new Intl.PluralRules(language).select(n) === "one" ? forms.one : forms.other;
}
