// A card as the notation writes it, taken apart for showing. No rules: what may be played comes from the server.
import { t } from "../i18n/index.svelte";
import { faceLabel, faceOrder } from "./catalogue";

export const colours = ["r", "y", "g", "b"] as const;
export type Colour = (typeof colours)[number];

export interface Card {
  /** As in notation, the chosen colour of a wild included. */
  id: string;
  face: string;
  /** Its own, or the one chosen for a wild; null: none. */
  colour: Colour | null;
  wild: boolean;
}

export const isColour = (text: string | undefined): text is Colour => colours.some((each) => each === text);

export function readCard(id: string): Card {
  if (id.startsWith("wild")) {
    const [face = id, chosen] = id.split("/");
    return { id, face, colour: isColour(chosen) ? chosen : null, wild: true };
  }
  const letter = id[0];
  return { id, face: id.slice(1), colour: isColour(letter) ? letter : null, wild: false };
}

export const colourName = (colour: string): string => (isColour(colour) ? t(`colour.${colour}`) : colour);

/** What a card is called in a sentence and to a screen reader: "red 7", "Wild in green". */
export function cardName(id: string): string {
  const card = readCard(id);
  const face = faceLabel(card.face);
  if (card.colour === null) return face;
  return t(card.wild ? "card.wildAs" : "card.coloured", { colour: colourName(card.colour), face });
}

export const sortings = ["colour", "value"] as const;
export type Sorting = (typeof sortings)[number];

/** The hand in the order to show it; a card drawn twice stays two cards. */
export function sortHand(hand: readonly string[], by: Sorting): string[] {
  const rank = (id: string): [number, number] => {
    const card = readCard(id);
    const colour = card.wild ? colours.length : colours.indexOf(card.colour ?? "r");
    const face = faceOrder(card.face);
    return by === "colour" ? [colour, face] : [face, colour];
  };
  return [...hand].sort((left, right) => {
    const [a, b] = [rank(left), rank(right)];
    return a[0] - b[0] || a[1] - b[1];
  });
}
