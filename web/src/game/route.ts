// Addresses: `/` is the start page, `/r/CODE` a room.

/** The room that a path names; empty: none. */
export function roomOf(path: string): string {
  return /^\/r\/([0-9A-Za-z]{8})\/?$/.exec(path)?.[1]?.toUpperCase() ?? "";
}

export const pathOf = (code: string): string => (code ? `/r/${code}` : "/");

/** What somebody typed or pasted as a code, a whole link included, as far as it can be one. */
export function readCode(text: string): string {
  const linked = /\/r\/([0-9A-Za-z]{8})/.exec(text)?.[1];
  return (linked ?? text.replace(/[\s-]/g, "")).toUpperCase().slice(0, 8);
}
