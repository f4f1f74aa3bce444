// Where things lie on the table: the hand in rows that leave every card a place to touch, the others around the felt.

export interface Spread {
  card: number;
  rows: number;
  perRow: number;
  /** From one card's left edge to the next one's, px. */
  step: number;
  /** From one row's top to the next one's, px. */
  drop: number;
  width: number;
  height: number;
}

const ASPECT = 1.44;
const ROWS_AT_MOST = 4;
const TOUCH = 44;
const MARGIN = 12;

/** Lays `count` cards into `width` px. */
export function spread(count: number, width: number): Spread {
  const card = width >= 860 ? 104 : width >= 560 ? 84 : 66;
  // What stays visible of a covered card: its corner, and enough of it for a finger.
  const wanted = Math.round(card * 0.57);
  // Held askew, and lifted with a ring around it, a card is wider than it is.
  const room = width - card - MARGIN;
  const stepFor = (perRow: number) => (perRow > 1 ? Math.min(card * 0.8, room / (perRow - 1)) : 0);
  let rows = 1;
  while (count > rows && rows < ROWS_AT_MOST && stepFor(Math.ceil(count / rows)) < wanted) rows++;
  const perRow = Math.max(1, Math.ceil(count / rows));
  const step = stepFor(perRow);
  // With more rows less shows of each: the corner stays, and the finger's height.
  const drop = Math.max(TOUCH, Math.round(card * (rows > 3 ? 0.68 : 0.8)));
  return {
    card,
    rows,
    perRow,
    step,
    drop,
    width: card + step * (perRow - 1),
    // A fan hangs lower at its ends.
    height: card * ASPECT + drop * (rows - 1) + (rows === 1 ? card * 0.14 : 0),
  };
}

export interface Spot {
  x: number;
  y: number;
  turn: number;
}

/** Where card `index` of `count` lies; a single row is held as a fan. */
export function spot({ rows, perRow, step, drop }: Spread, index: number, count: number): Spot {
  const row = Math.floor(index / perRow);
  const inRow = row === rows - 1 ? count - perRow * (rows - 1) : perRow;
  const place = index % perRow;
  const x = (place + (perRow - inRow) / 2) * step;
  if (rows > 1) return { x, y: row * drop, turn: 0 };
  const off = place - (inRow - 1) / 2;
  return { x, y: off * off * (inRow > 9 ? 0.5 : 0.9), turn: off * (inRow > 9 ? 0.9 : 1.6) };
}

const RADIUS = { x: 43, y: 40 };
/** A wide table is about so much wider than high. */
const WIDE = 2.1;
const SAMPLES = 360;

/** Seats around a wide table, in percent of it, evenly along its edge: from the reader's left over the top to the right. */
export function around(index: number, count: number): { x: number; y: number } {
  const angles = Math.min(226, 60 + count * 30);
  const at = (sample: number) => {
    const angle = ((270 - angles / 2 + (angles * sample) / SAMPLES) * Math.PI) / 180;
    return { x: 50 + RADIUS.x * Math.cos(angle), y: 55 + RADIUS.y * Math.sin(angle) };
  };
  if (count < 2) return at(SAMPLES / 2);
  const lengths = [0];
  for (let sample = 1; sample <= SAMPLES; sample++) {
    const [here, before] = [at(sample), at(sample - 1)];
    lengths.push((lengths[sample - 1] ?? 0) + Math.hypot((here.x - before.x) * WIDE, here.y - before.y));
  }
  const wanted = ((lengths[SAMPLES] ?? 0) * index) / (count - 1);
  return at(Math.max(0, lengths.findIndex((length) => length >= wanted - 1e-9)));
}
