// The page's one state: the connection, the room it follows, and everything that a player may ask for.
import type { EventJson } from "../gen/zerocards/game/v1/event_pb";
import type { CommandJson } from "../gen/zerocards/game/v1/command_pb";
import { has, t } from "../i18n/index.svelte";
import { ServerClock } from "../net/clock";
import { browserWire, Connection } from "../net/connection";
import type { Link, Wire } from "../net/connection";
import { readEntered, readLobbies, readUpdate } from "../net/frames";
import type { Lobbies, Outcome, Refusal, ServerFrameJson, Update } from "../net/frames";
import { browserShelf } from "../net/identity";
import type { Shelf } from "../net/identity";
import { missed } from "./away";
import { enter, follow, nameOf } from "./here";
import type { Here } from "./here";
import { pathOf, roomOf } from "./route";
import { settingLabel } from "./catalogue";
import { tell } from "./tell";
import { Talk } from "../talk/talk.svelte";
import type { Phrase } from "../talk/texts";

/** One event, numbered so that a list of them can grow at its end. */
export interface Told {
  key: number;
  event: EventJson;
}

export interface Toast {
  key: number;
  text: string;
}

/** What happened between two states of the room, for whoever shows it moving. */
export interface Moment {
  events: EventJson[];
  before: Here;
  after: Here;
}

const TOAST_MS = 4_500;
const AWAY_MS = 9_000;
const TOLD = 60;

export class Client {
  link = $state<Link>("connecting");
  /** False until the gateway has said whether the page's room is ours. */
  settled = $state(false);
  /** The room that the address names; empty on the start page. */
  code = $state("");
  here = $state.raw<Here | null>(null);
  lobbies = $state.raw<Lobbies | null>(null);
  toasts = $state.raw<Toast[]>([]);
  /** What happened lately, oldest first. */
  told = $state.raw<Told[]>([]);
  /** A command of this turn is on its way: another would be refused. */
  busy = $state(false);
  roundTrip = $state<number | null>(null);
  readonly clock = new ServerClock();
  readonly talk: Talk;

  #name = $state("");
  #last = $state("");
  #names = new Map<string, string>();
  #watching = false;
  #tellings = 0;
  #moments = new Set<(moment: Moment) => void>();
  #connection: Connection;
  #shelf: Shelf;

  constructor(wire: () => Wire = browserWire, shelf: Shelf = browserShelf) {
    this.#shelf = shelf;
    this.talk = new Talk(shelf);
    this.#name = shelf.get("name");
    this.#last = shelf.get("room");
    this.#connection = new Connection({
      wire,
      shelf,
      clock: this.clock,
      listener: {
        link: (link) => (this.link = link),
        frame: (frame) => this.#receive(frame),
        refused: (refusal) => this.toast(refusalText(refusal)),
      },
    });
  }

  start(): void {
    this.#goTo(roomOf(location.pathname), "replace");
    this.#connection.room = this.code;
    this.#connection.start();
    addEventListener("popstate", () => this.#moved());
    addEventListener("online", () => this.#connection.wake());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#connection.wake();
    });
    setInterval(() => (this.roundTrip = this.#connection.overdue || this.clock.roundTrip), 1_000);
  }

  get name(): string {
    return this.#name;
  }

  set name(name: string) {
    this.#name = name;
    this.#shelf.set("name", name.trim());
  }

  /** The room that this browser has a seat in, seen from the start page; empty: none known. */
  get lastRoom(): string {
    return this.#last;
  }

  nameOf(seat: string): string {
    return this.here && seat ? (this.#names.get(seat) ?? nameOf(this.here, seat)) : seat;
  }

  sentence(event: EventJson): string | null {
    return tell(event, { seat: this.here?.seat ?? "", name: (seat) => this.nameOf(seat) });
  }

  onMoment(show: (moment: Moment) => void): () => void {
    this.#moments.add(show);
    return () => this.#moments.delete(show);
  }

  toast(text: string, ms = TOAST_MS): void {
    const key = Math.max(0, ...this.toasts.map((toast) => toast.key)) + 1;
    this.toasts = [...this.toasts.filter((toast) => toast.text !== text).slice(-2), { key, text }];
    setTimeout(() => this.dismiss(key), ms);
  }

  dismiss(key: number): void {
    this.toasts = this.toasts.filter((toast) => toast.key !== key);
  }

  // --- the start page ---

  watchLobbies(on: boolean): void {
    this.#connection.watchLobbies(on ? { on } : {});
    if (!on) this.lobbies = null;
  }

  create(ruleset: string, settings: Record<string, string>): Promise<boolean> {
    return this.#ask({ create: { name: this.name.trim(), ruleset, settings } });
  }

  enter(code: string, watch = false): Promise<boolean> {
    this.#watching = watch;
    return this.#ask({ enter: { code, name: this.name.trim(), ...(watch ? { watch } : {}) } });
  }

  quickPlay(): Promise<boolean> {
    return this.#ask({ quickPlay: { name: this.name.trim() } });
  }

  /** Back to the start page; a seat is kept. */
  home(): void {
    if (this.here) void this.#connection.request({ quit: {} });
    this.#leaveBehind();
  }

  // --- in a room ---

  /** A command that is bound to no turn. */
  command(command: CommandJson): Promise<boolean> {
    return this.#ask({ command });
  }

  /** A command of the turn on screen; should it have passed, nothing happens. */
  async onTurn(command: CommandJson): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      return await this.#ask({ command: { ...command, turn: this.here?.table?.turnNumber ?? 0 } });
    } finally {
      this.busy = false;
    }
  }

  /** Gives the seat up. */
  async leave(): Promise<void> {
    if (this.here?.seat) await this.command({ leave: {} });
    this.#remember("");
    this.home();
  }

  /** To everybody in the room; not too often. */
  async say(phrase: Phrase): Promise<void> {
    const { refusal } = await this.#connection.request({ talk: { phrase } });
    if (!refusal) return;
    this.toast(refusalText(refusal));
    this.talk.rest(refusal.retryAfterMs);
  }

  takeBack(): void {
    this.#connection.takeBack();
  }

  async #ask(body: Parameters<Connection["request"]>[0]): Promise<boolean> {
    const outcome: Outcome = await this.#connection.request(body);
    if (outcome.refusal) this.toast(refusalText(outcome.refusal));
    return outcome.refusal === null;
  }

  // --- what the gateway says ---

  #receive(frame: ServerFrameJson): void {
    if (frame.welcome) this.#welcome(frame.welcome.room ?? "");
    else if (frame.entered) this.#entered(readEntered(frame.entered));
    else if (frame.update) this.#update(readUpdate(frame.update));
    else if (frame.lobbies) this.lobbies = readLobbies(frame.lobbies);
    else if (frame.talked) this.#talked(frame.talked.seat ?? "", frame.talked.phrase ?? "");
    else if (frame.notice?.kind === "rollback") this.toast(t("link.rollback"));
    else if (frame.notice?.kind === "slow") this.toast(t("link.slow"));
  }

  #talked(seat: string, phrase: string): void {
    if (this.here) this.talk.hear(this.here.code, seat, this.nameOf(seat), phrase);
  }

  #welcome(room: string): void {
    this.settled = true;
    if (room || !this.here) return;
    // Not a seat's room: a spectator comes in again, a player has lost the seat and stands at the door.
    const { code, waiting } = this.here;
    if (this.#watching || waiting) void this.enter(code, this.#watching);
    else this.here = null;
  }

  #entered(entered: ReturnType<typeof readEntered>): void {
    const same = this.here?.code === entered.code ? this.here : null;
    this.here = same ? { ...same, seat: entered.seat, waiting: entered.waiting } : enter(entered);
    if (!same) {
      this.told = [];
      this.#names.clear();
    }
    if (entered.seat) this.#remember(entered.code);
    this.#goTo(entered.code, same ? "replace" : "push");
  }

  #update(update: Update): void {
    if (!this.here) return;
    if (update.closed) {
      this.toast(t("link.closed"));
      this.#remember("");
      return this.#leaveBehind();
    }
    const before = this.here;
    const { here, fate } = follow(before, update);
    if (fate === "gap") void this.#connection.request({ resync: {} });
    if (fate !== "applied") return;
    this.here = here;
    for (const seat of here.room?.seats ?? []) this.#names.set(seat.seat, seat.name);
    const away = update.full ? missed(before, here) : null;
    if (away) this.toast(away, AWAY_MS);
    if (update.events.length === 0) return;
    this.told = [...this.told, ...update.events.map((event) => ({ key: ++this.#tellings, event }))].slice(-TOLD);
    if (this.#removed(update.events, before.seat)) return;
    // Who was away sees where things stand, not how they came about.
    if (update.full) return;
    for (const show of this.#moments) show({ events: update.events, before, after: here });
  }

  #removed(events: EventJson[], seat: string): boolean {
    const gone = events.find((event) => seat !== "" && event.playerLeft?.seat === seat)?.playerLeft;
    if (gone?.reason !== "kicked") return false;
    this.toast(t("link.kicked"));
    this.#remember("");
    this.home();
    return true;
  }

  // --- where the page is ---

  #remember(code: string): void {
    this.#last = code;
    this.#shelf.set("room", code);
  }

  #leaveBehind(): void {
    this.here = null;
    this.#watching = false;
    this.#connection.room = "";
    this.#goTo("", "push");
  }

  #goTo(code: string, how: "push" | "replace"): void {
    this.code = code;
    const path = pathOf(code);
    if (location.pathname === path) return;
    if (how === "push") history.pushState(null, "", path + location.search);
    else history.replaceState(null, "", path + location.search);
  }

  /** The browser's own back and forward. */
  #moved(): void {
    const code = roomOf(location.pathname);
    if (code === this.code) return;
    if (this.here) void this.#connection.request({ quit: {} });
    this.here = null;
    this.#connection.room = "";
    this.code = code;
    if (code && code === this.#last) void this.enter(code);
  }
}

export function refusalText({ code, params }: Refusal): string {
  const key = `refusal.${code}`;
  const named = params["setting"] ? { ...params, setting: settingLabel(params["setting"]) } : params;
  return has(key) ? t(key, { setting: "", ...named }) : t("refusal.unknown", { code });
}
