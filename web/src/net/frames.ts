// The socket's frames as the client reads them: the contract's JSON, with the zeros that it leaves out put back.
import type { CommandIdJson, RefusalJson } from "../gen/zerocards/common/v1/common_pb";
import type { EventJson } from "../gen/zerocards/game/v1/event_pb";
import type {
  BombViewJson,
  ChoiceJson,
  CircleViewJson,
  DuelViewJson,
  LegalPlayJson,
  RevealJson,
  RoomViewJson,
  RoundResultJson,
  SeatInfoJson,
  SeatResultJson,
  SeatViewJson,
  StackViewJson,
  StandingJson,
  TableSeatJson,
  TableViewJson,
  XrayViewJson,
} from "../gen/zerocards/game/v1/view_pb";
import type {
  ClientFrameJson,
  EnteredJson,
  LobbiesJson,
  ReplyJson,
  ServerFrameJson,
  UpdateJson,
} from "../gen/zerocards/gateway/v1/socket_pb";
import type { OpenRoomJson } from "../gen/zerocards/lobby/v1/lobby_pb";

export type { ClientFrameJson, CommandIdJson, EventJson, RefusalJson, ServerFrameJson };

// A double's JSON may spell out what no time of ours is.
type Value<T> = Exclude<NonNullable<T>, "NaN" | "Infinity" | "-Infinity">;
/** `Json` with the fields of `Defaults` always there. */
type Filled<Json, Defaults> = Omit<Json, keyof Defaults> & {
  [Field in keyof Json & keyof Defaults]-?: Value<Json[Field]>;
};

function filling<Json extends object>() {
  return <Defaults extends Partial<Json>>(defaults: Defaults) =>
    (json: Json): Filled<Json, Defaults> => ({ ...defaults, ...json }) as unknown as Filled<Json, Defaults>;
}

const seatInfo = filling<SeatInfoJson>()({
  seat: "",
  name: "",
  bot: "",
  connected: false,
  score: 0,
  agreed: false,
  left: false,
  standIn: false,
});
const standing = filling<StandingJson>()({ name: "", seat: "", gamesWon: 0, points: 0, games: 0 });
const room = filling<RoomViewJson>()({
  code: "",
  ruleset: "",
  phase: "",
  host: "",
  settings: {},
  waiting: [],
  nextSeedHash: "",
  openChoiceMs: 0,
  playsCustomRule: false,
});
export type SeatInfo = ReturnType<typeof seatInfo>;
export type Standing = ReturnType<typeof standing>;
export type RoomView = Omit<ReturnType<typeof room>, "seats" | "standings"> & {
  seats: SeatInfo[];
  standings: Standing[];
};
export function readRoom(json: RoomViewJson): RoomView {
  return {
    ...room(json),
    seats: (json.seats ?? []).map(seatInfo),
    standings: (json.standings ?? []).map(standing),
  };
}

const tableSeat = filling<TableSeatJson>()({ seat: "", cards: 0, called: false, frozen: false, out: "" });
const stack = filling<StackViewJson>()({ cards: 0, by: "", last: "" });
const bomb = filling<BombViewJson>()({ countdown: 0, cards: 0 });
const duel = filling<DuelViewJson>()({ by: "", against: "", sum: "", deadlineMs: 0 });
const circle = filling<CircleViewJson>()({ by: "", deadlineMs: 0, handedIn: [] });
const xray = filling<XrayViewJson>()({ by: "", target: "", untilMs: 0 });
const seatResult = filling<SeatResultJson>()({ seat: "", hand: [], points: 0, score: 0 });
const result = filling<RoundResultJson>()({ winner: "", reason: "", seed: "", gameWinner: "" });
const table = filling<TableViewJson>()({
  round: 0,
  seedHash: "",
  phase: "",
  turn: "",
  turnNumber: 0,
  turnStartedMs: 0,
  turnDeadlineMs: 0,
  direction: 1,
  colour: "",
  top: "",
  discard: [],
  discardCount: 0,
  drawCount: 0,
  chaos: 0,
  panic: 0,
  dealer: "",
  replay: 0,
});
export type TableSeat = ReturnType<typeof tableSeat>;
export type StackView = ReturnType<typeof stack>;
export type BombView = ReturnType<typeof bomb>;
export type DuelView = ReturnType<typeof duel>;
export type CircleView = ReturnType<typeof circle>;
export type XrayView = ReturnType<typeof xray>;
export type SeatResult = ReturnType<typeof seatResult>;
export type RoundResult = Omit<ReturnType<typeof result>, "seats"> & { seats: SeatResult[] };
export type TableView = Omit<
  ReturnType<typeof table>,
  "seats" | "stack" | "bomb" | "duel" | "circle" | "xray" | "result"
> & {
  seats: TableSeat[];
  stack: StackView | null;
  bomb: BombView | null;
  duel: DuelView | null;
  circle: CircleView | null;
  xray: XrayView | null;
  result: RoundResult | null;
};
export function readTable(json: TableViewJson): TableView {
  return {
    ...table(json),
    seats: (json.seats ?? []).map(tableSeat),
    stack: json.stack ? stack(json.stack) : null,
    bomb: json.bomb ? bomb(json.bomb) : null,
    duel: json.duel ? duel(json.duel) : null,
    circle: json.circle ? circle(json.circle) : null,
    xray: json.xray ? xray(json.xray) : null,
    result: json.result ? { ...result(json.result), seats: (json.result.seats ?? []).map(seatResult) } : null,
  };
}

const choice = filling<ChoiceJson>()({ kind: "", options: [], count: 1, optional: false });
const reveal = filling<RevealJson>()({ kind: "", seat: "", hand: [], untilMs: 0 });
const seat = filling<SeatViewJson>()({ seat: "", hand: [], drawn: "", verbs: [], catches: [] });
export type Choice = Omit<ReturnType<typeof choice>, "extras"> & { extras: LegalPlay[] };
export interface LegalPlay {
  card: string;
  choices: Choice[];
  /** Of an extra: the colours it goes along with; none named: any. */
  colours: string[];
}
export type Reveal = ReturnType<typeof reveal>;
export type SeatView = Omit<ReturnType<typeof seat>, "plays" | "reveal"> & {
  plays: LegalPlay[];
  reveal: Reveal | null;
};
function readPlay(json: LegalPlayJson): LegalPlay {
  return {
    card: json.card ?? "",
    choices: (json.choices ?? []).map((each) => ({
      ...choice(each),
      extras: (each.extras ?? []).map(readPlay),
    })),
    colours: json.colours ?? [],
  };
}
export function readSeat(json: SeatViewJson): SeatView {
  return {
    ...seat(json),
    plays: (json.plays ?? []).map(readPlay),
    reveal: json.reveal ? reveal(json.reveal) : null,
  };
}

const openRoom = filling<OpenRoomJson>()({
  code: "",
  hostName: "",
  ruleset: "",
  players: 0,
  bots: 0,
  maxPlayers: 0,
  createdMs: 0,
  settings: {},
});
export type OpenRoom = ReturnType<typeof openRoom>;
export interface Lobbies {
  rooms: OpenRoom[];
  total: number;
}
export function readLobbies(json: LobbiesJson): Lobbies {
  const rooms = (json.rooms ?? []).map(openRoom);
  return { rooms, total: json.total ?? rooms.length };
}

export interface Update {
  version: number;
  nowMs: number;
  room: RoomView | null;
  table: TableView | null;
  seat: SeatView | null;
  events: EventJson[];
  full: boolean;
  closed: boolean;
}
export function readUpdate(json: UpdateJson): Update {
  return {
    version: json.version ?? 0,
    nowMs: Number(json.nowMs ?? 0),
    room: json.room ? readRoom(json.room) : null,
    table: json.table ? readTable(json.table) : null,
    seat: json.seat ? readSeat(json.seat) : null,
    events: json.events ?? [],
    full: json.full ?? false,
    closed: json.closed ?? false,
  };
}

const entered = filling<EnteredJson>()({ code: "", seat: "", waiting: false });
export type Entered = ReturnType<typeof entered>;
export const readEntered = entered;

export interface Refusal {
  code: string;
  params: Record<string, string>;
  retryAfterMs: number;
}
export function readRefusal(json: RefusalJson): Refusal {
  return { code: json.code ?? "internal", params: json.params ?? {}, retryAfterMs: json.retryAfterMs ?? 0 };
}
/** What came of a frame that was sent: the version that holds its effect, or why it was refused. */
export type Outcome = { version: number; refusal: null } | { version: 0; refusal: Refusal };
export function readOutcome(json: ReplyJson): Outcome {
  return json.refusal
    ? { version: 0, refusal: readRefusal(json.refusal) }
    : { version: json.version ?? 0, refusal: null };
}
