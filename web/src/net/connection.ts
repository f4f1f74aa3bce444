// The one connection to the gateway: says hello, comes back by itself, and sees every command through to its answer.
import { backoff } from "./backoff";
import type { ServerClock } from "./clock";
import { readOutcome, readRefusal } from "./frames";
import type { ClientFrameJson, CommandIdJson, Outcome, Refusal, ServerFrameJson } from "./frames";
import { newSession, oneTabAtATime } from "./identity";
import type { Shelf } from "./identity";

export const SUBPROTOCOL = "zerocards.v1.json";

/** "quiet": this player plays in a newer tab or on another device (COM-31). */
export type Link = "connecting" | "open" | "lost" | "quiet";

type Body = Omit<ClientFrameJson, "id">;

/** What of a WebSocket is used. */
export interface Wire {
  readyState: number;
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: ((closed: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Listener {
  link(link: Link): void;
  /** Everything but replies and pongs. `welcome` comes after the token is kept and before waiting frames are sent. */
  frame(frame: ServerFrameJson): void;
  /** A refusal that answers no frame in particular. */
  refused(refusal: Refusal): void;
}

export interface Options {
  wire: () => Wire;
  shelf: Shelf;
  clock: ServerClock;
  listener: Listener;
  random?: () => number;
  session?: string;
}

interface Waiting {
  frame: ClientFrameJson;
  settle: (outcome: Outcome) => void;
  /** When it was last sent, ms; 0: not on this connection yet. */
  sent: number;
}

const OPEN = 1;
// What the gateway closes with (docs/protocol.md).
const RESTARTING = 1012;
const TOKEN_SPENT = 4002;
const WELCOME_MS = 8_000;
const ANSWER_MS = 15_000;
const PING_EVERY_MS = 10_000;
const PONG_MS = 6_000;

/** A frame that says what to do in a room: it must arrive, on whichever connection (P1). */
const lasting = (frame: ClientFrameJson) =>
  Boolean(frame.command ?? frame.create ?? frame.enter ?? frame.quickPlay);
const lost = (code: string): Outcome => ({ version: 0, refusal: { code, params: {}, retryAfterMs: 0 } });

export class Connection {
  /** The room to resume with the next hello; empty: none. */
  room = "";

  readonly #options: Options;
  readonly #session: string;
  readonly #waiting = new Map<number, Waiting>();
  #n = 0;
  #link: Link = "lost";
  #wire: Wire | null = null;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #pinged = 0;
  #ponged = 0;
  #lobbies: NonNullable<ClientFrameJson["watchLobbies"]> | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#session = options.session ?? newSession();
  }

  get link(): Link {
    return this.#link;
  }

  /** ms that the last ping has been on its way; 0 when it was answered. */
  get overdue(): number {
    return this.#pinged > this.#ponged ? Date.now() - this.#pinged : 0;
  }

  start(): void {
    this.#beat ??= setInterval(() => this.#keepAlive(), 1_000);
    void this.#connect();
  }

  stop(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#retry);
    this.#beat = undefined;
    this.#drop();
  }

  /** Connects at once where it was waiting to: the network is back, or somebody looks at the page again. */
  wake(): void {
    if (this.#link === "lost") void this.#connect();
    else if (this.#link === "open") this.#ping();
  }

  /** Takes the seat back from the newer connection. */
  takeBack(): void {
    if (this.#link !== "quiet") return;
    if (this.#wire?.readyState === OPEN) {
      this.#setLink("open");
      void this.request({ takeBack: {} });
    } else {
      void this.#connect();
    }
  }

  watchLobbies(filter: NonNullable<ClientFrameJson["watchLobbies"]>): void {
    this.#lobbies = filter.on ? filter : null;
    if (this.#link === "open") this.#send({ watchLobbies: filter });
  }

  /** Sends a frame and sees it through: it is sent again by its id until it is answered. */
  request(body: Body): Promise<Outcome> {
    const id: CommandIdJson = { session: this.#session, n: ++this.#n };
    return new Promise((settle) => {
      const waiting = { frame: { id, ...body }, settle, sent: 0 };
      if (!lasting(waiting.frame) && this.#link !== "open") return settle(lost("unavailable"));
      this.#waiting.set(this.#n, waiting);
      if (this.#link === "open") this.#dispatch(waiting);
      // Somebody wants something: no waiting for the next try.
      else if (this.#link === "lost") void this.#connect();
    });
  }

  async #connect(): Promise<void> {
    clearTimeout(this.#retry);
    if (this.#link === "connecting" || this.#link === "open") return;
    this.#setLink("connecting");
    await oneTabAtATime(() => this.#hello());
  }

  /** Resolves when the gateway has answered, or will not. */
  #hello(): Promise<void> {
    return new Promise((done) => {
      const wire = this.#options.wire();
      this.#wire = wire;
      const late = setTimeout(() => wire.close(), WELCOME_MS);
      let token = "";
      wire.onopen = () => {
        // Read now, not kept from before: another tab may have renewed it.
        token = this.#options.shelf.get("token");
        this.#send({ hello: { token, room: this.room } });
      };
      wire.onmessage = ({ data }) => {
        const frame = JSON.parse(String(data)) as ServerFrameJson;
        if (frame.welcome) {
          clearTimeout(late);
          this.#welcome(frame);
          done();
        } else {
          this.#receive(frame);
        }
      };
      wire.onclose = ({ code }) => {
        clearTimeout(late);
        done();
        // The identity is no more; keeping it would end every connection to come.
        if (code === TOKEN_SPENT && this.#options.shelf.get("token") === token) this.#options.shelf.set("token", "");
        if (this.#wire === wire) this.#closed(code);
      };
    });
  }

  #welcome(frame: ServerFrameJson): void {
    const { token = "", nowMs = 0, room = "" } = frame.welcome ?? {};
    if (token) this.#options.shelf.set("token", token);
    this.#options.clock.notBefore(Number(nowMs));
    this.#tries = 0;
    this.#pinged = this.#ponged = 0;
    this.#setLink("open");
    if (this.room && room !== this.room) this.#forget("not_seated", (each) => Boolean(each.frame.command));
    this.room = room;
    this.#options.listener.frame(frame);
    if (this.#lobbies) this.#send({ watchLobbies: this.#lobbies });
    // What the listener has asked just now is on its way.
    for (const waiting of this.#waiting.values()) if (!waiting.sent) this.#dispatch(waiting);
    this.#ping();
  }

  #receive(frame: ServerFrameJson): void {
    if (frame.reply) {
      const n = frame.reply.id?.session === this.#session ? frame.reply.id.n : undefined;
      const waiting = n === undefined ? undefined : this.#waiting.get(n);
      if (n !== undefined && waiting) {
        this.#waiting.delete(n);
        waiting.settle(readOutcome(frame.reply));
      } else if (frame.reply.refusal && !frame.reply.id) {
        this.#options.listener.refused(readRefusal(frame.reply.refusal));
      }
    } else if (frame.pong) {
      this.#ponged = Date.now();
      this.#options.clock.exchange(Number(frame.pong.sentMs ?? 0), Number(frame.pong.nowMs ?? 0));
    } else {
      if (frame.update) this.#options.clock.notBefore(Number(frame.update.nowMs ?? 0));
      if (frame.entered) this.room = frame.entered.code ?? "";
      if (frame.notice?.kind === "taken_over") this.#setLink("quiet");
      this.#options.listener.frame(frame);
    }
  }

  #closed(code: number): void {
    this.#wire = null;
    for (const waiting of this.#waiting.values()) waiting.sent = 0;
    this.#forget("unavailable", (each) => !lasting(each.frame));
    if (this.#link === "quiet") return;
    this.#setLink("lost");
    // A gateway that drains says so: the next one is there already.
    if (code === RESTARTING) this.#tries = 0;
    this.#retry = setTimeout(() => void this.#connect(), backoff(this.#tries++, this.#options.random));
  }

  #drop(): void {
    const wire = this.#wire;
    if (!wire) return;
    wire.close();
    // A dead network may keep `onclose` waiting for a minute.
    if (this.#wire === wire) {
      wire.onclose?.({ code: 0 });
      wire.onmessage = wire.onclose = null;
    }
  }

  #forget(code: string, which: (each: Waiting) => boolean): void {
    for (const [n, waiting] of this.#waiting) {
      if (!which(waiting)) continue;
      this.#waiting.delete(n);
      waiting.settle(lost(code));
    }
  }

  #keepAlive(): void {
    if (this.#link !== "open") return;
    const now = Date.now();
    const unanswered = [...this.#waiting.values()].some((each) => each.sent > 0 && now - each.sent > ANSWER_MS);
    if (unanswered || this.overdue > PONG_MS) this.#drop();
    else if (now - this.#pinged >= PING_EVERY_MS) this.#ping();
  }

  #ping(): void {
    if (this.overdue) return;
    this.#pinged = Date.now();
    this.#send({ ping: { sentMs: this.#pinged } });
  }

  #dispatch(waiting: Waiting): void {
    waiting.sent = Date.now();
    this.#send(waiting.frame);
  }

  #send(frame: ClientFrameJson): void {
    if (this.#wire?.readyState === OPEN) this.#wire.send(JSON.stringify(frame));
  }

  #setLink(link: Link): void {
    if (this.#link === link) return;
    this.#link = link;
    this.#options.listener.link(link);
  }
}

/** A wire to the gateway that served this page. */
export function browserWire(): Wire {
  const { protocol, host } = location;
  return new WebSocket(`${protocol === "https:" ? "wss" : "ws"}://${host}/ws`, SUBPROTOCOL) as Wire;
}
