import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Node types would be a dependency for this one line.
declare const process: { env: Record<string, string | undefined> };

// Where `npm run dev` finds a running stack (`make run`).
const gateway = process.env["ZEROCARDS_GATEWAY"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../services/gateway/static",
    emptyOutDir: true,
    target: "es2022",
    // Nothing becomes a data: URI: the Content-Security-Policy allows 'self' only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/ws": { target: gateway, ws: true },
      "/api": gateway,
    },
  },
  test: {
    include: ["tests/**/*.test.ts"],
  },
});
