// Who this browser is (the token), and who this page is (the session of its command ids).

/** What of localStorage is used; a browser that refuses it still plays, without being remembered. */
export interface Shelf {
  get(key: string): string;
  set(key: string, value: string): void;
}

export const browserShelf: Shelf = {
  get(key) {
    try {
      return localStorage.getItem(`zerocards.${key}`) ?? "";
    } catch {
      return "";
    }
  },
  set(key, value) {
    try {
      if (value) localStorage.setItem(`zerocards.${key}`, value);
      else localStorage.removeItem(`zerocards.${key}`);
    } catch {
      // Private browsing: nothing is kept.
    }
  },
};

/** 64 random bits as 16 hex digits (P1): one value a page load. */
export function newSession(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Runs `hello` while no other tab of this browser says hello: each hello renews the shared token, and two at once would
 * each be given one of which only one is kept.
 */
export async function oneTabAtATime(hello: () => Promise<void>): Promise<void> {
  if (typeof navigator === "undefined" || !navigator.locks) return hello();
  await navigator.locks.request("zerocards.hello", hello);
}
