import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// While a page is being worked on, the interface comes from a server of one's own.
const server = process.env.PITBOSS_AT ?? "http://127.0.0.1:8022";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: process.env.PITBOSS_WEB_OUT ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    // A font or a picture in the script would be loaded by everybody, also by those who never see it.
    assetsInlineLimit: 0,
    // The charts are large, a part of their own, and loaded only by who looks at one.
    chunkSizeWarningLimit: 600,
  },
  server: { proxy: { "/api": { target: server, ws: true, changeOrigin: false } } },
});
