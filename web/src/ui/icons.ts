// The interface's icons: strokes in 24 × 24.
export const icons = {
  crown: "M4 18h16M4 15 3 7l5 4 4-6 4 6 5-4-1 8z",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M9 9h10v11H9zM15 5H5v11",
  share: "M12 15V4M8 7l4-4 4 4M6 12H5v8h14v-8h-1",
  back: "M14 6l-6 6 6 6M8 12h11",
  check: "M5 13l4 4L19 7",
  sort: "M7 5v14M4 16l3 3 3-3M13 7h7M13 12h5M13 17h3",
  globe: "M12 3a9 9 0 1 0 .1 0M3.5 9h17M3.5 15h17M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18",
  bolt: "M13 3 5 14h6l-1 7 8-11h-6z",
  plus: "M12 5v14M5 12h14",
  people: "M9 11a3.5 3.5 0 1 0-.1 0M3 19c0-4 3-5.5 6-5.5s6 1.5 6 5.5M16 11a3 3 0 0 0 0-6M18 14c2 .5 3.5 2 3.5 5",
  bot: "M12 4v3M5 7h14v11H5zM9 12v1M15 12v1M9.5 15.5h5M2.5 11v3M21.5 11v3",
  door: "M14 4H6v16h8M10 12h10M17 9l3 3-3 3",
  snow: "M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9",
  clock: "M12 3a9 9 0 1 0 .1 0M12 7v5l3 2",
  cup: "M8 4h8v6a4 4 0 0 1-8 0zM8 6H4c0 3 2 5 4 5M16 6h4c0 3-2 5-4 5M12 14v4M8 20h8",
  eye: "M2.5 12c4-7 15-7 19 0-4 7-15 7-19 0zM12 9.5a2.5 2.5 0 1 0 .1 0",
  minus: "M5 12h14",
  next: "M5 5l8 7-8 7zM17 5v14",
  bomb: "M10 9a6 6 0 1 0 .1 0M14 10l3-3 2 1M20 4v1",
  offline: "M3 3l18 18M5 12.5c1-1 2-1.7 3.2-2.1M12 9.5c2.7 0 5 1.1 7 3M9 16c.9-.7 1.9-1 3-1M12 20h.01M2 8.5c1-1 2.2-1.8 3.5-2.4M10 5c4.5-.3 8.8 1 12 3.5",
  alarm: "M12 5.5a7.5 7.5 0 1 0 .1 0M12 9v4.5l2.5 1.5M3 5l3-2.5M21 5l-3-2.5",
  erase: "M9 6h11v12H9l-6-6zM12 10l4 4M16 10l-4 4",
  talk: "M4 5h16v11h-9l-5 4v-4H4zM9 10.5h.01M12 10.5h.01M15 10.5h.01",
} as const;

export type IconName = keyof typeof icons;
