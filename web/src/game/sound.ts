// The table's few sounds, made on the spot: which events are heard, and how each sounds. Nothing is loaded.
import type { EventJson } from "../gen/zerocards/game/v1/event_pb";

export type Sound = "card" | "draw" | "call" | "turn" | "storm" | "bang" | "won";

/** What an update sounds like to the reader, in order, each at most once: a storm is one noise, not ten. */
export function soundsOf(events: readonly EventJson[], reader: string): Sound[] {
  const heard = new Set<Sound>();
  for (const event of events) {
    if (event.cardPlayed) heard.add("card");
    else if (event.cardsDrawn?.count || event.handsDealt || event.handsSwapped || event.handsMoved || event.cardsGiven) heard.add("draw");
    else if (event.lastCardCalled || event.playerCaught) heard.add("call");
    else if (event.stormBurst || event.diceRolled) heard.add("storm");
    else if (event.bombExploded || event.playerKnockedOut) heard.add("bang");
    else if (event.roundEnded?.winner) heard.add("won");
    else if (reader !== "" && event.turnStarted?.seat === reader) heard.add("turn");
  }
  return [...heard];
}

interface Note {
  wave: OscillatorType;
  /** Hz at its start and its end. */
  from: number;
  to: number;
  /** ms. */
  at: number;
  lasts: number;
  gain: number;
}

const note = (wave: OscillatorType, from: number, to: number, at: number, lasts: number, gain: number): Note => ({ wave, from, to, at, lasts, gain });

const scores: Record<Sound, Note[]> = {
  card: [note("triangle", 420, 160, 0, 70, 0.16)],
  draw: [note("sine", 260, 340, 0, 60, 0.1), note("sine", 300, 380, 60, 60, 0.08)],
  call: [note("triangle", 660, 660, 0, 90, 0.13), note("triangle", 880, 880, 100, 140, 0.13)],
  turn: [note("sine", 523, 523, 0, 110, 0.12), note("sine", 784, 784, 110, 180, 0.12)],
  storm: [note("sawtooth", 90, 240, 0, 420, 0.05), note("triangle", 240, 90, 300, 420, 0.07)],
  bang: [note("square", 140, 38, 0, 380, 0.1)],
  won: [523, 659, 784, 1047].map((pitch, index) => note("triangle", pitch, pitch, index * 110, 220, 0.11)),
};
const BEAT_MS = 90;

let context: AudioContext | null = null;

/** Plays them one after the other; silent until the page has been touched, as browsers want it. */
export function sound(sounds: readonly Sound[]): void {
  if (sounds.length === 0 || typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  sounds.forEach((each, index) => scores[each].forEach((tone) => strike(context as AudioContext, tone, index * BEAT_MS)));
}

function strike(audio: AudioContext, { wave, from, to, at, lasts, gain }: Note, later: number): void {
  const start = audio.currentTime + (at + later) / 1_000;
  const end = start + lasts / 1_000;
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  oscillator.type = wave;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, end);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(gain, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(end);
}
