// Calls somebody who looks elsewhere back to the table, and keeps the screen awake while they play.

const BUZZ_MS = 60;

/** A short buzz where the device has one, once it may. */
export function buzz(): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MS);
}

/** Marks the installed app's icon while the reader is waited for and looks elsewhere. */
export function badge(wanted: boolean): void {
  const done = wanted && document.hidden ? navigator.setAppBadge?.() : navigator.clearAppBadge?.();
  // Not installed, or not allowed: the title says it too.
  done?.catch(() => undefined);
}

/** Keeps the screen on until the returned function is called; comes back after the page was hidden. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;
  const ask = async () => {
    if (over || document.visibilityState !== "visible") return;
    try {
      lock = (await navigator.wakeLock?.request("screen")) ?? null;
      if (over) void lock?.release();
    } catch {
      // Low battery, or not allowed: the screen may go dark.
    }
  };
  document.addEventListener("visibilitychange", ask);
  void ask();
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}
