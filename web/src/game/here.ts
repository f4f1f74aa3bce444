// The room that this page follows, as the updates tell it. Pure: an update in, the next state out.
import type { Entered, RoomView, SeatInfo, SeatView, TableSeat, TableView, Update } from "../net/frames";

export interface Here {
  code: string;
  /** Empty for a spectator. */
  seat: string;
  /** A spectator who gets a seat when the room is next in its lobby. */
  waiting: boolean;
  /** 0: no update yet. */
  version: number;
  room: RoomView | null;
  table: TableView | null;
  mine: SeatView | null;
  /** The hash of the round's seed as it was shown before the deal; to who came later, as it was first seen (COM-29). */
  promised: string;
}

export function enter(entered: Entered): Here {
  const { code, seat, waiting } = entered;
  return { code, seat, waiting, version: 0, room: null, table: null, mine: null, promised: "" };
}

/** "applied", "stale" (known already), or "gap": something was missed, ask for everything. */
export type Fate = "applied" | "stale" | "gap";

export function follow(here: Here, update: Update): { here: Here; fate: Fate } {
  if (!update.full) {
    // Before the first full update there is nothing that a change could be laid over.
    if (here.version === 0 || update.version > here.version + 1) return { here, fate: "gap" };
    if (update.version <= here.version) return { here, fate: "stale" };
  }
  const known = update.full ? { room: null, table: null, mine: null } : here;
  const mine = update.seat ?? known.mine;
  const seat = mine?.seat || here.seat;
  return {
    fate: "applied",
    here: {
      code: here.code,
      seat,
      waiting: here.waiting && !seat,
      version: update.version,
      room: update.room ?? known.room,
      table: update.table ?? known.table,
      mine,
      promised: promise(here, update),
    },
  };
}

function promise(here: Here, { table, full }: Update): string {
  if (!table || (here.table && table.replay === here.table.replay)) return here.promised;
  return (!full && here.room?.nextSeedHash) || table.seedHash;
}

/** A player at the table: who they are and what is seen of their round. */
export interface Player extends SeatInfo {
  /** Null when the round was not dealt to them. */
  at: TableSeat | null;
}

export function player(here: Here, seat: string): Player | null {
  const info = here.room?.seats.find((each) => each.seat === seat);
  if (!info) return null;
  return { ...info, at: here.table?.seats.find((each) => each.seat === seat) ?? null };
}

/** The others of the round in the order of the seats, from the one after this page's player on. */
export function opponents(here: Here): Player[] {
  const seats = here.table?.seats.map((each) => each.seat) ?? [];
  const mine = seats.indexOf(here.seat);
  const around = [...seats.slice(mine + 1), ...seats.slice(0, Math.max(0, mine))];
  return around.map((seat) => player(here, seat)).filter((each) => each !== null);
}

export const nameOf = (here: Here, seat: string): string =>
  here.room?.seats.find((each) => each.seat === seat)?.name ?? seat;

export const may = (here: Here, verb: string): boolean => here.mine?.verbs.includes(verb) ?? false;
export const isHost = (here: Here): boolean => here.seat !== "" && here.room?.host === here.seat;
