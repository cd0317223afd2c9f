import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where the server finds the built table. */
const BUILT = "../src/quincunx/server/static";
const SERVER = "http://127.0.0.1:8017";

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: BUILT, emptyOutDir: true, target: "es2022", reportCompressedSize: true },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
