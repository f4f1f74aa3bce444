// Plays the choreography over the table: cards in the air, drawn above everything, gone when they land.
import { getContext, setContext, tick } from "svelte";
import type { Moment } from "../game/client.svelte";
import { choreograph, FLIGHT_MS, sourceOf } from "./motion";
import type { Act, Place, Step } from "./motion";

export interface Flight extends Step {
  key: number;
  start: DOMRect;
  end: DOMRect;
}

/** An act with the boxes of its places on screen. */
export interface Shown extends Act {
  key: number;
  boxes: DOMRect[];
}

/** With more than this in the air the page is behind, and shows where things stand instead. */
const CROWDED = 40;
/** What comes while so many ms are still to be shown waits no longer. */
const BEHIND_MS = 1_500;
const ARRIVAL_BEAT_MS = 55;

const still = () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Stage {
  flights = $state.raw<Flight[]>([]);
  acts = $state.raw<Shown[]>([]);
  /** A card of the hand is being dragged. */
  dragging = $state(false);
  /** Cards on their way to the discard pile: it does not show them yet. */
  landing = $derived(this.flights.filter((flight) => flight.to === "discard" && flight.card).length);
  /** Where the next cards in the reader's hand come from; empty: they were there before the page was. */
  source: Place = "";
  /** Where the card that the reader plays lay; it flies off from there. */
  lifted: { card: string; rect: DOMRect } | null = null;
  #key = 0;
  #arrived = 0;
  #until = 0;

  async show({ events, after }: Moment): Promise<void> {
    const order = after.table?.seats.filter((seat) => seat.out === "").map((seat) => seat.seat) ?? [];
    this.source = sourceOf(events, after.seat, order);
    this.#arrived = 0;
    if (still() || this.flights.length > CROWDED) return;
    // A round's first moment comes before its table is on screen.
    await tick();
    const { steps, acts, lasts } = choreograph(events, after.seat, order);
    // The reader's own move is never kept waiting.
    const own = after.seat !== "" && events.some((event) => event.cardPlayed?.seat === after.seat);
    if (own) this.skip();
    const now = performance.now();
    const ahead = Math.max(0, this.#until - now);
    const wait = ahead > BEHIND_MS ? 0 : ahead;
    this.#until = Math.max(this.#until, now + wait + lasts);
    this.flights = [...this.flights, ...steps.map((step) => this.#flight(step, wait)).filter((flight) => flight !== null)];
    this.acts = [...this.acts, ...acts.map((act) => this.#shown(act, wait)).filter((shown) => shown !== null)];
  }

  /** Ends everything that is being shown: the table stands as it is. */
  skip(): void {
    this.#until = 0;
    if (this.flights.length > 0) this.flights = [];
    if (this.acts.length > 0) this.acts = [];
  }

  ended(act: Shown): void {
    this.acts = this.acts.filter((each) => each !== act);
  }

  landed(flight: Flight): void {
    this.flights = this.flights.filter((each) => each !== flight);
  }

  /** The place's box on screen now; null where it is not shown. */
  rect(place: Place): DOMRect | null {
    return document.querySelector(`[data-place="${CSS.escape(place)}"]`)?.getBoundingClientRect() ?? null;
  }

  #shown(act: Act, wait: number): Shown | null {
    const boxes = act.places.map((place) => this.rect(place));
    if (boxes.includes(null)) return null;
    return { ...act, key: ++this.#key, delay: act.delay + wait, boxes: boxes.filter((box) => box !== null) };
  }

  #flight(step: Step, wait: number): Flight | null {
    let start = this.rect(step.from);
    if (step.from === "hand" && this.lifted && step.card.startsWith(this.lifted.card)) {
      start = this.lifted.rect;
      this.lifted = null;
    }
    const end = this.rect(step.to);
    return start && end ? { ...step, key: ++this.#key, delay: step.delay + wait, start, end } : null;
  }

  /** Lets a card that has just come into the hand fly there from its source. */
  arrive = (element: HTMLElement): void => {
    if (still() || !this.source) return;
    const from = this.rect(this.source);
    const to = element.getBoundingClientRect();
    if (!from || to.width === 0) return;
    const [x, y] = [centre(from).x - centre(to).x, centre(from).y - centre(to).y];
    element.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(0.8) rotate(-8deg)`, opacity: 0.4 },
        { transform: "none", opacity: 1 },
      ],
      {
        duration: FLIGHT_MS + 60,
        delay: ARRIVAL_BEAT_MS * this.#arrived++,
        easing: "cubic-bezier(0.2, 0.8, 0.3, 1)",
        fill: "backwards",
      },
    );
  };
}

const KEY = Symbol("stage");

export const provideStage = (): Stage => setContext(KEY, new Stage());
export const useStage = (): Stage => getContext<Stage>(KEY);

export const centre = (box: DOMRect) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
