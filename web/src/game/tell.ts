// An event as a sentence, in the reader's language and from the reader's seat.
import type { EventJson } from "../gen/zerocards/game/v1/event_pb";
import { has, t } from "../i18n/index.svelte";
import type { Key } from "../i18n/index.svelte";
import type { Params } from "../i18n/message";
import { cardName, colourName } from "./cards";

export interface Reader {
  /** The reader's seat; empty for a spectator. */
  seat: string;
  name: (seat: string) => string;
}

/** Takes `key.you` where the reader acts and `key.me` where it happens to the reader, if there is such a text. */
function say(reader: Reader, key: Key, who: string, params: Params = {}, target = ""): string {
  const mine = (seat: string) => seat !== "" && seat === reader.seat;
  const variant = mine(who) ? `${key}.you` : mine(target) ? `${key}.me` : key;
  return t(has(variant) ? variant : key, { who: reader.name(who), target: reader.name(target), ...params });
}

/** The sentence for an event; null for one that needs no words (another event or the table itself says it). */
export function tell(event: EventJson, reader: Reader): string | null {
  const plain = (key: Key, who = "", params: Params = {}) => say(reader, key, who, params);
  const aimed = (key: Key, who = "", target = "", params: Params = {}) => say(reader, key, who, params, target);

  if (event.cardPlayed) {
    const { seat = "", card = "", target = "", extra = "", jumpIn } = event.cardPlayed;
    const params = { card: cardName(card), extra: extra && cardName(extra) };
    if (jumpIn) return plain("tell.jumpedIn", seat, params);
    if (extra) return plain("tell.cardPlayedWith", seat, params);
    return target ? aimed("tell.cardPlayedAt", seat, target, params) : plain("tell.cardPlayed", seat, params);
  }
  if (event.cardsDrawn) return event.cardsDrawn.count ? plain("tell.cardsDrawn", event.cardsDrawn.seat, { n: event.cardsDrawn.count }) : null;
  if (event.turnMissed) return plain("tell.turnMissed", event.turnMissed.seat);
  if (event.turnPassed) {
    return plain(event.turnPassed.reason === "time" ? "tell.turnPassedTime" : "tell.turnPassed", event.turnPassed.seat);
  }
  if (event.stackAimed) {
    const { by, target, cards: n = 0, mirrored } = event.stackAimed;
    return aimed(mirrored ? "tell.mirrored" : "tell.stackAimed", by, target, { n });
  }
  if (event.directionTurned) return plain("tell.directionTurned");
  if (event.colourAsked) return plain("tell.colourAsked", event.colourAsked.seat);
  if (event.colourChosen) {
    const { seat, colour = "", reason } = event.colourChosen;
    return reason === "storm" ? null : plain("tell.colourChosen", seat, { colour: colourName(colour) });
  }
  if (event.challengeOpened) return plain("tell.challengeOpened", event.challengeOpened.challenger);
  if (event.challengeDecided) {
    const { attacker, guilty } = event.challengeDecided;
    return plain(guilty ? "tell.challengeGuilty" : "tell.challengeInnocent", attacker);
  }
  if (event.lastCardCalled) return plain("tell.lastCardCalled", event.lastCardCalled.seat);
  if (event.playerCaught) return aimed("tell.playerCaught", event.playerCaught.by, event.playerCaught.seat);
  if (event.catchMissed) return aimed("tell.catchMissed", event.catchMissed.by, event.catchMissed.seat);
  if (event.playerKnockedOut) return plain("tell.playerKnockedOut", event.playerKnockedOut.seat);
  if (event.pileRecycled) return plain("tell.pileRecycled");
  return tellHands(event, aimed) ?? tellSpecials(event, plain, aimed) ?? tellRoom(event, plain);
}

type Plain = (key: Key, who?: string, params?: Params) => string;
type Aimed = (key: Key, who?: string, target?: string, params?: Params) => string;

function tellHands(event: EventJson, aimed: Aimed): string | null {
  if (event.handsSwapped) return aimed("tell.handsSwapped", event.handsSwapped.seat, event.handsSwapped.target);
  if (event.handsMoved) return event.handsMoved.reason === "cyclone" ? null : aimed("tell.handsMoved");
  if (event.handsShuffled) return aimed("tell.handsShuffled");
  if (event.cardsGiven) {
    const { seat, target, count: n = 0 } = event.cardsGiven;
    return aimed("tell.cardsGiven", seat, target, { n });
  }
  if (event.cardStolen) return aimed("tell.cardStolen", event.cardStolen.by, event.cardStolen.target);
  if (event.handReplaced) return aimed("tell.handReplaced", event.handReplaced.by, event.handReplaced.seat);
  if (event.handShown) return aimed("tell.handShown", event.handShown.by, event.handShown.target);
  return null;
}

function tellSpecials(event: EventJson, plain: Plain, aimed: Aimed): string | null {
  if (event.playerFrozen) return aimed("tell.playerFrozen", event.playerFrozen.by, event.playerFrozen.seat);
  if (event.bombArmed) return plain("tell.bombArmed", "", { n: event.bombArmed.countdown ?? 0 });
  if (event.bombExploded) return plain("tell.bombExploded", event.bombExploded.seat);
  if (event.panicStarted) return plain("tell.panicStarted");
  if (event.stormBurst) {
    const key = `tell.storm.${event.stormBurst.kind ?? ""}`;
    return has(key) ? plain(key) : null;
  }
  if (event.duelStarted) return aimed("tell.duelStarted", event.duelStarted.by, event.duelStarted.against);
  if (event.duelDecided) {
    const { answered = "", answer = "", right, solution = "" } = event.duelDecided;
    if (!answered) return plain("tell.duelNobody", "", { solution });
    return plain(right ? "tell.duelRight" : "tell.duelWrong", answered, { answer, solution });
  }
  if (event.circleStarted) return plain("tell.circleStarted");
  if (event.circleDecided) return event.circleDecided.best ? plain("tell.circleDecided", event.circleDecided.best) : null;
  if (event.customRuleDone) return plain("tell.customRuleDone", event.customRuleDone.seat);
  return null;
}

function tellRoom(event: EventJson, plain: Plain): string | null {
  if (event.roundEnded) {
    return event.roundEnded.winner ? plain("tell.roundWon", event.roundEnded.winner) : plain("tell.roundWonByNobody");
  }
  if (event.gameEnded) return event.gameEnded.winner ? plain("tell.gameEnded", event.gameEnded.winner) : null;
  if (event.roundStarted) return plain("tell.roundStarted", "", { n: event.roundStarted.round ?? 1 });
  if (event.diceRolled) {
    const { rolls = [], begins = "" } = event.diceRolled;
    return plain("tell.diceRolled", begins, { n: rolls.findLast((roll) => roll.seat === begins)?.value ?? 0 });
  }
  if (event.dealerDrawn) return plain("tell.dealerDrawn", event.dealerDrawn.dealer);
  if (event.startCardTurned) return plain("tell.startCardTurned", "", { card: cardName(event.startCardTurned.card ?? "") });
  if (event.playerJoined) return plain("tell.playerJoined", event.playerJoined.seat, { who: event.playerJoined.name ?? "" });
  if (event.playerLeft) {
    return plain(event.playerLeft.reason === "kicked" ? "tell.playerKicked" : "tell.playerLeft", event.playerLeft.seat);
  }
  if (event.playerConnected) return plain("tell.playerConnected", event.playerConnected.seat);
  if (event.playerDisconnected) return plain("tell.playerDisconnected", event.playerDisconnected.seat);
  if (event.hostChanged) return plain("tell.hostChanged", event.hostChanged.seat);
  if (event.ruleAgreed) return plain("tell.ruleAgreed", event.ruleAgreed.seat);
  if (event.spectatorQueued) return plain("tell.spectatorQueued", "", { who: event.spectatorQueued.name ?? "" });
  if (event.lobbyReopened) return plain("tell.lobbyReopened");
  if (event.botTookOver) return plain("tell.botTookOver", event.botTookOver.seat);
  if (event.playerCameBack) return plain("tell.playerCameBack", event.playerCameBack.seat);
  return null;
}
