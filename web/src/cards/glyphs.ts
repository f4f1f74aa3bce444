// The hand-drawn alphabet of the cards: digits, signs and symbols as strokes, the same on every machine.

/** Strokes in a box `width` × 90 with round ends. */
export interface Glyph {
  d: string;
  width: number;
}

const digits: Record<string, Glyph> = {
  "0": { d: "M30 5C14 5 5 20 5 45s9 40 25 40 25-15 25-40S46 5 30 5z", width: 60 },
  "1": { d: "M8 21 28 5v80", width: 36 },
  "2": { d: "M7 26C9 12 18 5 30 5c14 0 23 9 23 21 0 20-31 34-46 59h47", width: 60 },
  "3": { d: "M8 17c5-8 12-12 21-12 13 0 22 8 22 19S42 43 27 43c16 0 27 8 27 21S44 85 29 85c-11 0-19-5-24-13", width: 60 },
  "4": { d: "M43 85V5L5 63h51", width: 60 },
  "5": { d: "M51 5H16l-5 37c5-5 11-7 18-7 15 0 26 10 26 25S44 85 28 85c-10 0-18-4-23-11", width: 60 },
  "6": { d: "M46 7C24 10 5 32 5 58c0 16 10 27 25 27s25-11 25-26-10-25-24-25c-14 0-24 9-26 22", width: 60 },
  "7": { d: "M6 5h48L23 85", width: 60 },
  "8": { d: "M30 42c-12 0-21-7-21-18S18 5 30 5s21 8 21 19-9 18-21 18zm0 0c-14 0-25 8-25 21s11 22 25 22 25-9 25-22-11-21-25-21z", width: 60 },
  "9": { d: "M14 83c22-3 41-25 41-51C55 16 45 5 30 5S5 16 5 31s10 25 24 25c14 0 24-9 26-22", width: 60 },
  "+": { d: "M27 24v46M4 47h46", width: 54 },
  "-": { d: "M6 47h40", width: 52 },
  "!": { d: "M10 5v52M10 83v1", width: 20 },
};

/** The letters of the word mark, small, on the digits' base line. */
const letters: Record<string, Glyph> = {
  c: { d: "M49 41c-4-6-11-10-19-10C15 31 5 42 5 58s10 27 25 27c8 0 15-4 19-10", width: 54 },
  a: { d: "M30 31C15 31 5 42 5 58s10 27 25 27 25-11 25-27-10-27-25-27zm25 2v52", width: 60 },
  r: { d: "M6 33v52M6 58c1-17 11-27 28-26", width: 38 },
  d: { d: "M30 31C15 31 5 42 5 58s10 27 25 27 25-11 25-27-10-27-25-27zM55 5v80", width: 60 },
  s: { d: "M43 41c-4-7-10-10-17-10-10 0-18 5-18 13 0 18 37 8 37 26 0 9-8 15-19 15-9 0-16-4-21-11", width: 50 },
};

const glyphs: Record<string, Glyph> = { ...digits, ...letters };

export interface Placed {
  d: string;
  x: number;
}

/** The strokes of a short text side by side; null where a sign has no glyph. */
export function write(text: string, gap = 18): { strokes: Placed[]; width: number } | null {
  const strokes: Placed[] = [];
  let x = 0;
  for (const sign of text) {
    const glyph = glyphs[sign];
    if (!glyph) return null;
    strokes.push({ d: glyph.d, x });
    x += glyph.width + gap;
  }
  return { strokes, width: Math.max(0, x - gap) };
}

/** Shapes that stand for the colours, 24 × 24, filled: red heart, yellow sun, green clover, blue moon. */
export const shapes = {
  r: "M12 21.5C4.9 16 1.6 12.3 1.6 8.1 1.6 4.8 4.2 2.4 7.2 2.4c2 0 3.8 1 4.8 2.8 1-1.8 2.8-2.8 4.8-2.8 3 0 5.6 2.4 5.6 5.7 0 4.2-3.3 7.9-10.4 13.4z",
  y: "M12 0.8L14.4 4.5L18.6 2.9L18.4 7.4L22.7 8.5L19.9 12L22.7 15.5L18.4 16.6L18.6 21.1L14.4 19.5L12 23.2L9.6 19.5L5.4 21.1L5.6 16.6L1.3 15.5L4.1 12L1.3 8.5L5.6 7.4L5.4 2.9L9.6 4.5z",
  g: "M12 1.4a5 5 0 0 1 4.6 7 5 5 0 1 1-3.3 8.6c.2 2.3.9 4 2 5.6H8.700c1.1-1.6 1.8-3.3 2-5.600A5 5 0 1 1 7.4 8.400a5 5 0 0 1 4.6-7z",
  b: "M15.2 1.600A10.6 10.6 0 1 0 22.6 15.6 8.8 8.8 0 0 1 15.2 1.600z",
} as const;

/** Symbols of the faces without a number, strokes in 64 × 64; `dots` are filled circles x, y, r. */
export interface Symbol {
  d: string;
  dots?: readonly (readonly [number, number, number])[];
}

export const symbols: Record<string, Symbol> = {
  skip: { d: "M7 43C10 17 42 9 54 33M57 15l-2 20-19-5", dots: [[31, 50, 7]] },
  skipall: { d: "M4 42C6 16 26 14 32 34 38 14 56 14 60 36M62 20l-2 18-16-5", dots: [[18, 51, 6], [46, 51, 6]] },
  rev: { d: "M12 38V28a14 14 0 0 1 14-14h25M41 3l11 11-11 11M52 26v10a14 14 0 0 1-14 14H13M23 61 12 50l11-11" },
  mirror: { d: "M32 5v54M22 17 5 49h17zM42 17l17 32H42z" },
  freeze: { d: "M32 5v54M8.6 18.500l46.8 27M55.4 18.500l-46.8 27M25 9l7 7 7-7M25 55l7-7 7 7M9 28l9.5-3.500L17 14M55 36l-9.5 3.500L47 50M9 36l9.5 3.500L17 50M55 28l-9.5-3.500L47 14" },
  swap: { d: "M7 21h47M43 9l12 12-12 12M57 44H10M21 32 9 44l12 12" },
  duel: { d: "M8 8l36 36M56 8 20 44M36 54l17-17M28 54 11 37M46 47l10 10M18 47 8 57" },
  circle: { d: "M50 15A25 25 0 1 0 57 34", dots: [[54, 22, 6]] },
  magnet: { d: "M11 9v25a21 21 0 0 0 42 0V9H39v25a7 7 0 0 1-14 0V9zM11 21h14M39 21h14" },
  bomb: { d: "M39 25l7-7c4-4 7-3 9 1M56 4v5M63 12h-4", dots: [[27, 39, 20]] },
  xray: { d: "M4 32c12-20 44-20 56 0-12 20-44 20-56 0z", dots: [[32, 32, 8]] },
  whirl: { d: "M7 11h50M13 24h40M20 37h28M27 50h12M32 60h2" },
  gift: { d: "M7 25h50v12H7zM12 37v21h40V37M32 25v33M32 25C18 25 13 8 23 8c7 0 9 17 9 17s2-17 9-17c10 0 5 17-9 17z" },
  panic: { d: "M21 7v32M21 56v1M43 7v32M43 56v1" },
  discard: { d: "M20 8h30v38H20zM14 16v36h28" },
  custom: { d: "M9 55l4-15L43 10l11 11-30 30zM36 17l11 11" },
  shuffle: { d: "M6 18h10c16 0 18 28 34 28h6M6 46h10c6 0 10-4 13-9M37 25c3-4 7-7 13-7h6M48 9l9 9-9 9M48 37l9 9-9 9" },
  roulette: { d: "M32 6a26 26 0 1 0 .1 0zM32 6v52M6 32h52M13.6 13.600l36.8 36.800M50.4 13.6 13.6 50.4" },
};

/** Faces whose drawing is another's, or a text. */
const drawnAs: Record<string, string> = {
  wildswap: "swap",
  wildcustom: "custom",
  wildshuffle: "shuffle",
  wildroulette: "roulette",
  "wildrev+4": "+4",
};

/** What is drawn for a face: a symbol's name, or the text to write. */
export function drawing(face: string, symbol: string): { symbol: Symbol } | { text: string } | null {
  const name = drawnAs[face] ?? (face.startsWith("wild") ? face.slice("wild".length) : face);
  for (const each of [name, symbol]) {
    const drawn = symbols[each];
    if (drawn) return { symbol: drawn };
    if (each && write(each)) return { text: each };
  }
  return null;
}
