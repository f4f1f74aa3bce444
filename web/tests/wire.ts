// A gateway at arm's length: what the client sent, and a way to say something back.
import type { ClientFrameJson, ServerFrameJson } from "../src/net/frames";
import type { Shelf } from "../src/net/identity";
import type { Wire } from "../src/net/connection";

export class FakeWire implements Wire {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((closed: { code: number }) => void) | null = null;
  readonly sent: ClientFrameJson[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientFrameJson);
  }

  close(): void {
    this.break(1000);
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  say(frame: ServerFrameJson): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  break(code = 1006): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code });
  }

  /** Everything sent of one kind. */
  of<Kind extends keyof ClientFrameJson>(kind: Kind): NonNullable<ClientFrameJson[Kind]>[] {
    return this.sent.map((frame) => frame[kind]).filter((body) => body !== undefined) as NonNullable<ClientFrameJson[Kind]>[];
  }
}

/** Wires in the order they were asked for. */
export class Wires {
  readonly all: FakeWire[] = [];
  readonly make = (): Wire => {
    const wire = new FakeWire();
    this.all.push(wire);
    return wire;
  };

  get last(): FakeWire {
    const wire = this.all.at(-1);
    if (!wire) throw new Error("nobody has connected");
    return wire;
  }

  /** Opens the last one and welcomes who said hello. */
  welcome(token = "t1", room = ""): FakeWire {
    const wire = this.last;
    wire.open();
    wire.say({ welcome: { playerId: "me", token, nowMs: Date.now(), room } });
    return wire;
  }
}

export function memory(entries: Record<string, string> = {}): Shelf & { kept: Map<string, string> } {
  const kept = new Map(Object.entries(entries));
  return { kept, get: (key) => kept.get(key) ?? "", set: (key, value) => void kept.set(key, value) };
}
