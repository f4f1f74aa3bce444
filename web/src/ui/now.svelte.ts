// The server's time as a value that moves on by itself, for everything on screen that runs down.
import type { ServerClock } from "../net/clock";

const STEP_MS = 250;

/** Reads the clock four times a second while the component that asked is on screen. */
export function useNow(clock: ServerClock): { readonly ms: number } {
  let ms = $state(clock.now());
  $effect(() => {
    const timer = setInterval(() => (ms = clock.now()), STEP_MS);
    return () => clearInterval(timer);
  });
  return {
    get ms() {
      return ms;
    },
  };
}
