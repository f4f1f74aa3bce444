// A rule set's faces as its page lists them: the digits as one, the rest in the catalogue's order.
import { colours } from "../game/cards";
import { face, faceOrder, ruleset } from "../game/catalogue";

export interface Listed {
  face: string;
  /** A card to draw for it, in notation. */
  card: string;
  digit: boolean;
}

const DIGIT = "7";

export function listed(rules: string): Listed[] {
  const ids = Object.keys(ruleset(rules)?.deck ?? {}).filter((id) => face(id)?.kind !== "digit" || id === DIGIT);
  return ids
    .sort((a, b) => faceOrder(a) - faceOrder(b))
    .map((id, index) => ({
      face: id,
      card: id.startsWith("wild") ? id : `${colours[index % colours.length] ?? ""}${id}`,
      digit: face(id)?.kind === "digit",
    }));
}
