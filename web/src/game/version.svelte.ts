// A newer version of the page, once it lies ready: offered, taken when the player says so.

/** What the service worker listens for. */
const TAKE_OVER = "take over";
const LOOK_EVERY_MS = 30 * 60_000;

let waiting = $state.raw<ServiceWorker | null>(null);

export const version = {
  get ready(): boolean {
    return waiting !== null;
  },

  /** Registers the service worker and looks for newer ones now and then; only a built page has one. */
  watch(): void {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    navigator.serviceWorker
      .register("/sw.js")
      .then((registration) => {
        const look = () => {
          // The very first one takes nobody's place.
          if (navigator.serviceWorker.controller) waiting = registration.waiting;
        };
        look();
        registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
        setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY_MS);
      })
      // Not allowed here: the page works without.
      .catch(() => undefined);
  },

  take(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting?.postMessage(TAKE_OVER);
  },
};
