// What is said at the table: for how long it shows, who is muted, and when the reader may speak again.
import type { Shelf } from "../net/identity";
import { isPhrase } from "./texts";
import type { Phrase } from "./texts";

export interface Said {
  key: number;
  seat: string;
  phrase: Phrase;
}

export const SHOWN_MS = 4_000;
const SHELF = "muted";

export class Talk {
  /** What shows now, the newest last; one a seat. */
  said = $state.raw<Said[]>([]);
  /** The gateway has asked for a breath. */
  resting = $state(false);

  #shelf: Shelf;
  #key = 0;
  #muted = $state.raw<{ room: string; who: string[] }>({ room: "", who: [] });

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
    this.#muted = kept(shelf.get(SHELF));
  }

  hear(room: string, seat: string, name: string, phrase: string): void {
    // One that only a newer client has a text for.
    if (!isPhrase(phrase) || this.muted(room, seat, name)) return;
    const key = ++this.#key;
    this.said = [...this.said.filter((each) => each.seat !== seat), { key, seat, phrase }];
    setTimeout(() => (this.said = this.said.filter((each) => each.key !== key)), SHOWN_MS);
  }

  rest(ms: number): void {
    if (ms <= 0) return;
    this.resting = true;
    setTimeout(() => (this.resting = false), ms);
  }

  muted(room: string, seat: string, name: string): boolean {
    return this.#muted.room === room && this.#muted.who.includes(person(seat, name));
  }

  /** Only the last room's are kept. */
  mute(room: string, seat: string, name: string, on: boolean): void {
    const others = (this.#muted.room === room ? this.#muted.who : []).filter((each) => each !== person(seat, name));
    this.#muted = { room, who: on ? [...others, person(seat, name)] : others };
    this.#shelf.set(SHELF, this.#muted.who.length > 0 ? JSON.stringify(this.#muted) : "");
    if (on) this.said = this.said.filter((each) => each.seat !== seat);
  }
}

/** Whoever sits there next is somebody else. */
const person = (seat: string, name: string) => `${seat}:${name}`;

function kept(text: string): { room: string; who: string[] } {
  try {
    const { room, who } = JSON.parse(text) as { room: unknown; who: unknown };
    if (typeof room === "string" && Array.isArray(who)) return { room, who: who.filter((each) => typeof each === "string") };
  } catch {
    // Nothing kept, or not by us.
  }
  return { room: "", who: [] };
}
