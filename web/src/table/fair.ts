// Fair deal (COM-29): the seed shown after the round must be the one whose hash was shown before the deal.

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (buffer: ArrayBuffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Whether SHA-256 of `seed` (hex) is `hash` (hex); null where the browser cannot tell (a page without TLS). */
export async function verified(seed: string, hash: string): Promise<boolean | null> {
  if (typeof crypto === "undefined" || !crypto.subtle || !hash) return null;
  return hex(await crypto.subtle.digest("SHA-256", bytes(seed))) === hash;
}
