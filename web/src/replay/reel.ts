// A recorded round as the viewer steps through it. Pure: positions in, steps out.
import type { EventJson } from "../gen/zerocards/game/v1/event_pb";
import type { PositionsJson } from "../gen/zerocards/game/v1/game_pb";
import { readRoom, readTable } from "../net/frames";
import type { RoomView, TableView } from "../net/frames";

export interface Step {
  /** Since the deal. */
  ms: number;
  /** The seat that did it; empty for the deal and for what fell due by itself. */
  who: string;
  table: TableView;
  hands: Map<string, string[]>;
  events: EventJson[];
}

export interface Reel {
  room: RoomView;
  /** The deal first. */
  steps: Step[];
}

export function readReel(json: PositionsJson, names: Record<string, string>, nameless: (seat: string) => string): Reel {
  const room = readRoom({
    ruleset: json.ruleset ?? "",
    settings: json.settings ?? {},
    phase: "playing",
    seats: (json.seats ?? []).map((info) => ({ ...info, name: names[info.seat ?? ""] ?? nameless(info.seat ?? "") })),
  });
  const steps = (json.positions ?? []).map((position) => ({
    ms: Number(position.ms ?? 0),
    who: position.who ?? "",
    table: readTable(position.table ?? {}),
    hands: new Map((position.hands ?? []).map((hand) => [hand.seat ?? "", hand.cards ?? []])),
    events: position.events ?? [],
  }));
  return { room, steps };
}

export type Failure = "not_found" | "rules_changed" | "unavailable";
export type Fetched = { json: PositionsJson; failure: null } | { json: null; failure: Failure };

const FAILURES: Record<number, Failure> = { 404: "not_found", 410: "rules_changed" };

export async function fetchPositions(code: string, number: number, get: typeof fetch = fetch): Promise<Fetched> {
  try {
    const answer = await get(`/api/replays/${code}/${number}?positions`);
    if (!answer.ok) return { json: null, failure: FAILURES[answer.status] ?? "unavailable" };
    return { json: (await answer.json()) as PositionsJson, failure: null };
  } catch {
    return { json: null, failure: "unavailable" };
  }
}

export const speeds = [0.5, 1, 2, 4] as const;
const SHORTEST_MS = 500;
const LONGEST_MS = 2_500;

/** How long step `at` stays on screen: as long as it did, but nobody waits twice for somebody's thinking. Null: the last. */
export function stay(steps: readonly Step[], at: number, speed: number): number | null {
  const [now, next] = [steps[at], steps[at + 1]];
  if (!now || !next) return null;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, next.ms - now.ms)) / speed;
}
