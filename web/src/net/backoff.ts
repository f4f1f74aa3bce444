// How long to wait before the next try to connect.

const FIRST_MS = 250;
const LONGEST_MS = 4_000;

/** ms before try number `tries` (from 0): doubling, and spread so that a server's return is not a stampede. */
export function backoff(tries: number, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries);
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}
