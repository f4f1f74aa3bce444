// Made-up tables for looking at: every screen, few and many players, short and long hands.
import type { EventJson } from "../src/gen/zerocards/game/v1/event_pb";
import type { LegalPlayJson, RoomViewJson, SeatViewJson, TableViewJson } from "../src/gen/zerocards/game/v1/view_pb";
import type { ServerFrameJson } from "../src/net/frames";
import catalogue from "../src/gen/catalogue.json";

const CODE = "K7QX2MPA";
const names = ["Ada", "Grace", "Linus", "Margaret", "Edsger", "Barbara", "Donald", "Katherine J.", "Alan", "Radia Perlman the 2"];
const seats = (count: number) => names.slice(0, count).map((name, index) => ({ seat: `p${index + 1}`, name }));
const defaults = (ruleset: string) =>
  catalogue.rulesets.find((each) => each.id === ruleset)?.defaults as unknown as Record<string, string>;

function room(count: number, phase: string, more: RoomViewJson = {}): RoomViewJson {
  return {
    code: CODE,
    ruleset: "zerocards",
    phase,
    host: "p1",
    settings: { ...defaults("zerocards"), public: "on" },
    seats: seats(count).map((seat, index) => ({
      ...seat,
      bot: index === 1 || index === 5 ? "normal" : "",
      connected: index !== 3,
      score: index * 20,
    })),
    ...more,
  };
}

function table(count: number, more: TableViewJson = {}): TableViewJson {
  const cards = [7, 3, 1, 12, 6, 2, 9, 1, 15, 5];
  return {
    round: 2,
    phase: "playing",
    turn: "p1",
    turnNumber: 12,
    turnStartedMs: Date.now() - 8_000,
    turnDeadlineMs: Date.now() + 22_000,
    direction: 1,
    colour: "b",
    top: "b7",
    discard: ["r3", "r7", "g7", "wild/b", "b7"],
    discardCount: 14,
    drawCount: 61,
    seats: seats(count).map(({ seat }, index) => ({
      seat,
      cards: cards[index] ?? 7,
      called: index === 2,
      frozen: index === 4,
    })),
    chaos: 7,
    ...more,
  };
}

const colour = { kind: "colour", options: ["r", "y", "g", "b"], count: 1 };
const seven = ["b2", "b7", "g7", "r5", "yskip", "wild", "wild+4"];
const legal = (cards: string[]): LegalPlayJson[] =>
  [...new Set(cards)].map((card) => ({ card, choices: card.startsWith("wild") ? [colour] : [] }));

function seat(more: SeatViewJson = {}): SeatViewJson {
  return { seat: "p1", hand: seven, verbs: ["draw", "leave", "kick"], plays: legal(["b2", "b7", "g7", "wild", "wild+4"]), ...more };
}

function thirty(): string[] {
  const faces = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "skip", "rev", "+2"];
  const hand = ["wild", "wild+4"];
  for (let index = 0; hand.length < 30; index++) hand.push("rygb".charAt(index % 4) + (faces[(index * 5) % faces.length] ?? "0"));
  return hand;
}

const told: EventJson[] = [
  { cardPlayed: { seat: "p2", card: "g7" } },
  { cardsDrawn: { seat: "p3", count: 1, reason: "choice" } },
  { cardPlayed: { seat: "p3", card: "wild/b" } },
  { lastCardCalled: { seat: "p3" } },
  { cardPlayed: { seat: "p2", card: "b7" } },
];

const frames = (room: RoomViewJson, table?: TableViewJson, mine?: SeatViewJson, mySeat = "p1"): ServerFrameJson[] => [
  { entered: { code: CODE, seat: mySeat } },
  {
    update: {
      version: 1,
      nowMs: Date.now(),
      full: true,
      room,
      ...(table ? { table } : {}),
      ...(mine ? { seat: mine } : {}),
      events: table ? told : [],
    },
  },
];

const hostVerbs = ["set", "bot", "start", "kick", "leave"];
const result = (count: number): TableViewJson => ({
  phase: "round_over",
  result: {
    winner: "p1",
    reason: "out",
    seats: seats(count).map(({ seat }, index) => ({
      seat,
      hand: index === 0 ? [] : ["r7", "yskip", "wild+4", "g2", "b9"].slice(0, 1 + (index % 5)),
      points: index === 0 ? 143 : 0,
      score: index === 0 ? 263 : index * 20,
    })),
    seed: "00",
  },
  seedHash: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
});
const standings = [
  { name: "Ada", seat: "p1", gamesWon: 3, points: 912, games: 5 },
  { name: "Grace", seat: "p2", gamesWon: 1, points: 640, games: 5 },
  { name: "Linus", gamesWon: 1, points: 333, games: 4 },
];

const lobbies: ServerFrameJson = {
  lobbies: {
    total: 6,
    rooms: [
      { code: "AAAA2222", hostName: "Grace", ruleset: "zerocards", players: 3, maxPlayers: 10, settings: { public: "on", stacking: "off" } },
      { code: "BBBB2222", hostName: "Barbara", ruleset: "classic108", players: 1, bots: 1, maxPlayers: 4, settings: { public: "on" } },
      { code: "CCCC2222", hostName: "Radia Perlman the 2nd", ruleset: "zerocards", players: 9, maxPlayers: 10 },
      { code: "DDDD2222", hostName: "Linus", ruleset: "classic108", players: 2, maxPlayers: 6, settings: { target_score: "0", jump_in: "on" } },
    ],
  },
};

/** A table at which this happens right away. */
const happening = (...events: EventJson[]): ServerFrameJson[] => [
  ...frames(room(6, "playing"), table(6), seat()),
  { update: { version: 2, nowMs: Date.now(), events } },
];

export const scenes: Record<string, ServerFrameJson[]> = {
  home: [lobbies],
  "home-new": [{ lobbies: {} }],
  "lobby-host": frames(room(4, "lobby", { settings: { ...defaults("zerocards"), public: "on", jump_in: "on" } }), undefined, { seat: "p1", verbs: hostVerbs }),
  "lobby-guest": frames(room(2, "lobby"), undefined, { seat: "p2", verbs: ["leave"] }, "p2"),
  "table-2": frames(room(2, "playing"), table(2), seat()),
  "table-4": frames(room(4, "playing"), table(4), seat({ catches: ["p3"], verbs: ["draw", "call", "leave"] })),
  "table-10": frames(room(10, "playing"), table(10, { turn: "p4", direction: -1, colour: "r", top: "rrev", discard: ["r1", "rrev"] }), seat({ plays: [], verbs: ["leave"] })),
  "table-30": frames(room(10, "playing"), table(10, { colour: "y", top: "y+2" }), seat({ hand: thirty(), plays: legal(["y0", "y5", "wild", "wild+4"]) })),
  stack: frames(room(4, "playing"), table(4, { colour: "g", top: "g+2", discard: ["g7", "r+2", "g+2"], stack: { cards: 4, by: "p4", last: "+2" } }), seat({ verbs: ["take"], plays: legal(["wild+4"]) })),
  challenge: frames(room(3, "playing"), table(3, { phase: "challenge", colour: "y", top: "wild+4/y", discard: ["g7", "wild+4/y"], stack: { cards: 4, by: "p3", last: "wild+4" } }), seat({ verbs: ["take", "challenge"], plays: [] })),
  nothing: frames(room(5, "playing"), table(5, { colour: "r", top: "r9", discard: ["r9"] }), seat({ plays: [], verbs: ["draw"] })),
  score: frames(room(4, "round_over", { standings }), { ...table(4), ...result(4) }, { seat: "p1", verbs: ["next", "lobby", "leave"] }),
  "game-over": frames(
    room(10, "game_over", { standings, settings: { ...defaults("classic108") } }),
    { ...table(10), ...result(10), result: { ...result(10).result, gameWinner: "p3", winner: "p3" } },
    { seat: "p1", verbs: ["leave"] },
  ),
  duel: frames(room(3, "playing"), table(3, { phase: "duel", duel: { by: "p2", against: "p1", sum: "7 × 8", deadlineMs: Date.now() + 9_000 } }), seat({ verbs: ["answer"], plays: [] })),
  circle: frames(room(3, "playing"), table(3, { phase: "circle", circle: { by: "p2", deadlineMs: Date.now() + 9_000, handedIn: ["p3"] } }), seat({ verbs: ["circle"], plays: [] })),
  dice: happening({
    diceRolled: { begins: "p3", rolls: [3, 6, 6, 1, 2, 5].map((value, index) => ({ seat: `p${index + 1}`, value })).concat({ seat: "p2", value: 2 }, { seat: "p3", value: 4 }) },
  }),
  dealer: happening({ dealerDrawn: { dealer: "p2", draws: ["r3", "y9", "g1", "b0", "rskip", "y4"].map((card, index) => ({ seat: `p${index + 1}`, card })) } }),
  rain: happening({ stormBurst: { kind: "rain" } }, ...seats(6).map(({ seat }) => ({ cardsDrawn: { seat, count: 2, reason: "rain" } }))),
  cyclone: happening({ stormBurst: { kind: "cyclone" } }, { handsMoved: { direction: 1, reason: "cyclone" } }),
  "colour-storm": happening({ stormBurst: { kind: "colour" } }),
  treat: happening({ stormBurst: { kind: "treat" } }),
  bang: happening({ bombExploded: { seat: "p3", cards: 5 } }, { playerKnockedOut: { seat: "p3" } }),
  bounce: happening({ stackAimed: { cards: 8, by: "p1", target: "p4", mirrored: true } }),
  quiet: [{ notice: { kind: "taken_over" } }],
};
