import { fileURLToPath } from "node:url";
import { lingui } from "@lingui/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The build runs from any folder.
const configPath = fileURLToPath(new URL("lingui.config.ts", import.meta.url));

export default defineConfig({
  base: "/console/",
  plugins: [react(), lingui({ macroTransform: true, configPath })],
  build: {
    target: "es2024",
    // Inlined files would be data: addresses, which the policy of the page refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
