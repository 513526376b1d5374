import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// During development the interface comes from a local server.
const server = process.env.PITBOSS_AT ?? "http://127.0.0.1:8022";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: process.env.PITBOSS_WEB_OUT ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    // A font or a picture in the script would be loaded by every visitor, even if it is never shown.
    assetsInlineLimit: 0,
    // The charts are a large, separate chunk, loaded only by pages that show one.
    chunkSizeWarningLimit: 600,
  },
  server: { proxy: { "/api": { target: server, ws: true, changeOrigin: false } } },
});
