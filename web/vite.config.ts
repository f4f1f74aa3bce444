import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// Node types would be a dependency for this one line.
declare const process: { env: Record<string, string | undefined> };

// Where `npm run dev` finds a running stack (`make run`).
const gateway = process.env["ZEROCARDS_GATEWAY"] ?? "http://127.0.0.1:8000";

const OWN_FILES = ["/", "/manifest.webmanifest", "/icon.svg", "/icon-192.png"];

/** Writes sw.js with the list of this build's files, and a version that changes with any of them. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    enforce: "post",
    async generateBundle(_, bundle) {
      const names = Object.keys(bundle).filter((name) => name.startsWith("assets/")).sort();
      const source = await this.fs.readFile("sw.js", { encoding: "utf8" });
      let version = 0;
      for (const letter of source + names.join()) version = (Math.imul(version, 31) + letter.charCodeAt(0)) >>> 0;
      const shell = JSON.stringify([...OWN_FILES, ...names.map((name) => `/${name}`)]);
      this.emitFile({
        type: "asset",
        fileName: "sw.js",
        source: source.replace("self.__SHELL__", shell).replace("__VERSION__", version.toString(16)),
      });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
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
