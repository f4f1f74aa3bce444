// What the events look like: which cards travel from where to where, and when. Pure; the state never waits for it.
import type { EventJson } from "../gen/zerocards/game/v1/event_pb";

/** "draw", "discard", "hand" (the reader's), or "seat-p2". */
export type Place = string;

export interface Step {
  from: Place;
  to: Place;
  /** In notation; empty: face down. */
  card: string;
  /** ms after the update. */
  delay: number;
}

/** Something shown over the table, at most for as long as it lasts; the event says what. */
export interface Act {
  kind: "dice" | "dealer" | "bounce" | "storm" | "bang" | "freeze" | "out";
  event: EventJson;
  /** The places it happens at, in order. */
  places: Place[];
  /** ms after the update. */
  delay: number;
}

export interface Script {
  steps: Step[];
  acts: Act[];
  /** ms until the last of it has begun. */
  lasts: number;
}

/** ms that each kind is shown. */
export const ACT_MS: Record<Act["kind"], number> = {
  dice: 1_700,
  dealer: 1_900,
  bounce: 760,
  storm: 1_500,
  bang: 800,
  freeze: 700,
  out: 900,
};
/** ms that what comes next waits for it. */
const HOLDS_MS: Record<Act["kind"], number> = { dice: 1_500, dealer: 1_700, bounce: 600, storm: 500, bang: 400, freeze: 120, out: 300 };

/** ms that one card is in the air. */
export const FLIGHT_MS = 340;
const BEAT_MS = 90;
const PAUSE_MS = 220;
const SHOWN_AT_MOST = 5;
const DEALT_AT_MOST = 3;

/** What tells an update's events, in order; `order` are the seats of the round. */
export function choreograph(events: readonly EventJson[], reader: string, order: readonly string[]): Script {
  const place = (seat = ""): Place => (seat === reader && seat !== "" ? "hand" : `seat-${seat}`);
  const steps: Step[] = [];
  const acts: Act[] = [];
  let at = 0;
  const act = (kind: Act["kind"], event: EventJson, ...places: Place[]) => {
    acts.push({ kind, event, places, delay: at });
    at += HOLDS_MS[kind];
  };
  const fly = (from: Place, to: Place, cards: readonly string[]) => {
    // What comes into the reader's own hand is shown there, by the hand itself.
    if (to !== "hand") cards.forEach((card, index) => steps.push({ from, to, card, delay: at + index * BEAT_MS }));
    at += PAUSE_MS + (cards.length - 1) * BEAT_MS;
  };
  const down = (count = 0) => Array.from({ length: Math.min(count, SHOWN_AT_MOST) }, () => "");

  for (const event of events) {
    if (event.cardPlayed) {
      const { seat, card = "", extra, under = [] } = event.cardPlayed;
      fly(place(seat), "discard", [card, ...under, ...(extra ? [extra] : [])]);
    } else if (event.cardsDrawn?.count) {
      fly("draw", place(event.cardsDrawn.seat), down(event.cardsDrawn.count));
    } else if (event.handsDealt) {
      for (let card = 0; card < Math.min(DEALT_AT_MOST, event.handsDealt.cards ?? 0); card++) {
        for (const seat of order) {
          if (seat !== reader) steps.push({ from: "draw", to: place(seat), card: "", delay: at });
          at += BEAT_MS / 2;
        }
      }
    } else if (event.handsSwapped) {
      const { seat, target } = event.handsSwapped;
      const started = at;
      fly(place(seat), place(target), down(SHOWN_AT_MOST));
      at = started;
      fly(place(target), place(seat), down(SHOWN_AT_MOST));
    } else if (event.handsMoved) {
      const { direction = 1 } = event.handsMoved;
      const started = at;
      order.forEach((seat, index) => {
        at = started;
        fly(place(seat), place(order[(index + direction + order.length) % order.length]), down(3));
      });
    } else if (event.handsShuffled) {
      const started = at;
      for (const seat of order) {
        at = started;
        fly(place(seat), "draw", down(3));
      }
      const gathered = at;
      for (const seat of order) {
        at = gathered;
        fly("draw", place(seat), down(3));
      }
    } else if (event.cardsGiven) {
      fly(place(event.cardsGiven.seat), place(event.cardsGiven.target), down(event.cardsGiven.count));
    } else if (event.cardStolen) {
      fly(place(event.cardStolen.target), place(event.cardStolen.by), down(1));
    } else if (event.handReplaced) {
      fly(place(event.handReplaced.seat), "draw", down(event.handReplaced.count));
      fly("draw", place(event.handReplaced.seat), down(event.handReplaced.count));
    } else if (event.handReturned) {
      fly(place(event.handReturned.seat), "draw", down(event.handReturned.count));
    } else if (event.circleDecided?.best) {
      fly(place(event.circleDecided.best), "discard", event.circleDecided.cards ?? []);
    } else if (event.pileRecycled) {
      fly("discard", "draw", down(SHOWN_AT_MOST));
    } else if (event.diceRolled) act("dice", event);
    else if (event.dealerDrawn) act("dealer", event);
    else if (event.stackAimed?.mirrored) act("bounce", event, "discard", place(event.stackAimed.by), place(event.stackAimed.target));
    else if (event.stormBurst) act("storm", event);
    else if (event.bombExploded) act("bang", event, place(event.bombExploded.seat));
    else if (event.playerFrozen) act("freeze", event, place(event.playerFrozen.seat));
    else if (event.playerKnockedOut) act("out", event, place(event.playerKnockedOut.seat));
  }
  return { steps, acts, lasts: at };
}

/** Where the cards that an update adds to the reader's hand come from. */
export function sourceOf(events: readonly EventJson[], reader: string, order: readonly string[] = []): Place {
  for (const event of events) {
    if (event.handsMoved && order.includes(reader)) {
      const from = order.indexOf(reader) - (event.handsMoved.direction ?? 1);
      return `seat-${order[(from + order.length) % order.length] ?? ""}`;
    }
    if (event.handsSwapped?.seat === reader) return `seat-${event.handsSwapped.target ?? ""}`;
    if (event.handsSwapped?.target === reader) return `seat-${event.handsSwapped.seat ?? ""}`;
    if (event.cardsGiven?.target === reader) return `seat-${event.cardsGiven.seat ?? ""}`;
    if (event.cardStolen?.by === reader) return `seat-${event.cardStolen.target ?? ""}`;
  }
  return "draw";
}

/** How far a card on the discard pile lies askew, in degrees: chance, but the same for everyone and every time. */
export function askew(position: number): number {
  return ((position * 2654435761) % 23) - 11;
}
