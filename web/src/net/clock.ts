// The server's clock, as well as it can be known from here: every deadline on screen is read against it.

/** One exchange: the local clock when it was asked and when the answer came, the server's in between; all ms. */
interface Sample {
  roundTrip: number;
  offset: number;
}

const KEPT = 8;

export class ServerClock {
  #samples: Sample[] = [];
  #offset = 0;
  #local: () => number;

  constructor(local: () => number = Date.now) {
    this.#local = local;
  }

  /** ms since the epoch on the server's clock. */
  now(): number {
    return this.#local() + this.#offset;
  }

  /** The last round trip in ms; null before the first. */
  get roundTrip(): number | null {
    return this.#samples.at(-1)?.roundTrip ?? null;
  }

  /** Takes in an exchange; the quickest of the last few is the most exact. */
  exchange(sent: number, server: number): void {
    const received = this.#local();
    const roundTrip = Math.max(0, received - sent);
    this.#samples = [...this.#samples.slice(1 - KEPT), { roundTrip, offset: server - (sent + received) / 2 }];
    this.#offset = this.#samples.reduce((best, each) => (each.roundTrip < best.roundTrip ? each : best)).offset;
  }

  /** Takes in a time that the server has already passed: its clock cannot be behind it. */
  notBefore(server: number): void {
    const behind = server - this.now();
    if (this.#samples.length === 0 || behind > 0) this.#offset += behind;
  }
}
