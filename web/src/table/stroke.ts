// A stroke drawn on screen, as the contract wants it: whole numbers 0–1,000, not more points than needed.

const SIZE = 1_000;
const LEAST = 8;
const MOST = 400;

export interface Point {
  x: number;
  y: number;
}

/** A pointer's place in a square box, in the contract's units. */
export function place(box: { left: number; top: number; width: number }, x: number, y: number): Point {
  const inUnits = (offset: number) => Math.round(Math.min(SIZE, Math.max(0, (offset / box.width) * SIZE)));
  return { x: inUnits(x - box.left), y: inUnits(y - box.top) };
}

/** x, y, x, y, …; null for a mere tap. */
export function handIn(points: readonly Point[]): number[] | null {
  if (points.length < LEAST) return null;
  const every = Math.ceil(points.length / MOST);
  return points.filter((_, index) => index % every === 0 || index === points.length - 1).flatMap(({ x, y }) => [x, y]);
}

/** Flat coordinates as an SVG polyline wants them. */
export function polyline(points: readonly number[]): string {
  return points.join(" ");
}
