// Plays the choreography over the table: cards in the air, drawn above everything, gone when they land.
import { getContext, setContext, tick } from "svelte";
import type { Moment } from "../game/client.svelte";
import { choreograph, FLIGHT_MS, sourceOf } from "./motion";
import type { Place, Step } from "./motion";

export interface Flight extends Step {
  key: number;
  start: DOMRect;
  end: DOMRect;
}

/** With more than this in the air the page is behind, and shows where things stand instead. */
const CROWDED = 40;
const ARRIVAL_BEAT_MS = 55;

const still = () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Stage {
  flights = $state.raw<Flight[]>([]);
  /** Cards on their way to the discard pile: it does not show them yet. */
  landing = $derived(this.flights.filter((flight) => flight.to === "discard" && flight.card).length);
  /** Where the next cards in the reader's hand come from; empty: they were there before the page was. */
  source: Place = "";
  /** Where the card that the reader plays lay; it flies off from there. */
  lifted: { card: string; rect: DOMRect } | null = null;
  #key = 0;
  #arrived = 0;

  async show({ events, after }: Moment): Promise<void> {
    const order = after.table?.seats.filter((seat) => seat.out === "").map((seat) => seat.seat) ?? [];
    this.source = sourceOf(events, after.seat);
    this.#arrived = 0;
    if (still() || this.flights.length > CROWDED) return;
    // A round's first moment comes before its table is on screen.
    await tick();
    const steps = choreograph(events, after.seat, order);
    this.flights = [...this.flights, ...steps.map((step) => this.#flight(step)).filter((flight) => flight !== null)];
  }

  landed(flight: Flight): void {
    this.flights = this.flights.filter((each) => each !== flight);
  }

  /** The place's box on screen now; null where it is not shown. */
  rect(place: Place): DOMRect | null {
    return document.querySelector(`[data-place="${CSS.escape(place)}"]`)?.getBoundingClientRect() ?? null;
  }

  #flight(step: Step): Flight | null {
    let start = this.rect(step.from);
    if (step.from === "hand" && this.lifted && step.card.startsWith(this.lifted.card)) {
      start = this.lifted.rect;
      this.lifted = null;
    }
    const end = this.rect(step.to);
    return start && end ? { ...step, key: ++this.#key, start, end } : null;
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
