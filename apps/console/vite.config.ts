import { fileURLToPath } from "node:url";
import { lingui } from "@lingui/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { divideTexts } from "./first-scan.ts";

// The build runs from any folder.
const configPath = fileURLToPath(new URL("lingui.config.ts", import.meta.url));

/**
 * Lets the build leave out the fonts of bwip-js for texts below its symbols, and what reads them:
 * here a symbol has no text. They are a third of its size.
 */
const withoutFonts = {
  name: "without-fonts",
  transform: {
    filter: { id: /bwip-js-gen\.mjs$/ },
    handler: (code: string) =>
      code.replaceAll(/^var (\w+) = \(function/gm, "var $1 = /* @__PURE__ */ (function"),
  },
};

export default defineConfig({
  base: "/console/",
  // The one for Node needs its Buffer.
  resolve: { alias: { "csv-parse/sync": "csv-parse/browser/esm/sync" } },
  plugins: [withoutFonts, react(), lingui({ macroTransform: true, configPath }), divideTexts()],
  build: {
    target: "es2024",
    // Inlined files would be data: addresses, which the policy of the page refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Says which files each screen loads: a test holds their sizes.
    manifest: true,
    // For the package, which contains what the build contains.
    license: true,
    rolldownOptions: { treeshake: { manualPureFunctions: ["FontLib.loadFont"] } },
  },
});
