// A replay's address: `/replay/CODE/3`, and behind the # what the link's giver called the seats (never sent to a server).

export interface ReplayAddress {
  code: string;
  number: number;
  /** By seat; the recording itself has none. */
  names: Record<string, string>;
}

const NAME_LENGTH = 20;
const SEAT = /^p\d{1,2}$/;

export function replayOf(path: string, hash = ""): ReplayAddress | null {
  const [, code, number] = /^\/replay\/([0-9A-Za-z]{8})\/(\d{1,7})\/?$/.exec(path) ?? [];
  if (!code || !number) return null;
  const named = [...new URLSearchParams(hash.replace(/^#/, ""))].filter(([seat, name]) => SEAT.test(seat) && name.trim());
  return {
    code: code.toUpperCase(),
    number: Number(number),
    names: Object.fromEntries(named.map(([seat, name]) => [seat, [...name.trim()].slice(0, NAME_LENGTH).join("")])),
  };
}

export function replayPath(code: string, number: number, seats: readonly { seat: string; name: string }[] = []): string {
  const names = new URLSearchParams(seats.map(({ seat, name }) => [seat, name])).toString();
  return `/replay/${code}/${number}${names && `#${names}`}`;
}
