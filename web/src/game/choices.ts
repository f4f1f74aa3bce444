// The choices that a play needs, asked one after the other: colour, player, cards to give, the extra and its own.
import type { PlayCardJson } from "../gen/zerocards/game/v1/command_pb";
import type { Choice, LegalPlay } from "../net/frames";

/** A play on its way: what was chosen so far, and the questions still open. */
export interface Flow {
  play: PlayCardJson;
  open: Question[];
}

export interface Question extends Choice {
  /** It belongs to the extra card, not to the card itself. */
  ofExtra: boolean;
}

const questions = (play: LegalPlay, ofExtra: boolean): Question[] =>
  play.choices.map((choice) => ({ ...choice, ofExtra }));

export function begin(play: LegalPlay): Flow {
  return { play: { card: play.card }, open: questions(play, false) };
}

/** The question to ask now; null: everything is chosen, send the play. */
export const asked = (flow: Flow): Question | null => flow.open[0] ?? null;

/** The extras are offered for every colour; with the one chosen only some go along (ZC-17), or none to ask about. */
function narrowed(question: Question, colour: string): Question[] {
  if (question.kind !== "extra") return [question];
  const goes = question.extras.filter(({ colours }) => colours.length === 0 || colours.includes(colour));
  const options = goes.map(({ card }) => card);
  return options.length > 0 || !question.optional ? [{ ...question, options }] : [];
}

/** Goes on with what was chosen for the open question; nothing: it is left out, where it may be. */
export function choose(flow: Flow, chosen: readonly string[]): Flow {
  const [question, ...rest] = flow.open;
  if (!question) return flow;
  const first = chosen[0];
  if (first === undefined) return question.optional ? { ...flow, open: rest } : flow;
  const play = { ...flow.play };
  let open = rest;
  switch (question.kind) {
    case "colour":
      play[question.ofExtra ? "extraColour" : "colour"] = first;
      if (!question.ofExtra) open = rest.flatMap((each) => narrowed(each, first));
      break;
    case "target":
      play[question.ofExtra ? "extraTarget" : "target"] = first;
      break;
    case "give":
      play[question.ofExtra ? "extraGive" : "give"] = [...chosen];
      break;
    case "extra": {
      play.extra = first;
      const extra = question.extras.find((each) => each.card === first);
      if (extra) open = [...questions(extra, true), ...rest];
      break;
    }
  }
  return { play, open };
}
