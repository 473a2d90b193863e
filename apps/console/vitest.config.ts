import { fileURLToPath } from "node:url";
import { lingui } from "@lingui/vite-plugin";
import { defineConfig } from "vitest/config";

const configPath = fileURLToPath(new URL("lingui.config.ts", import.meta.url));

export default defineConfig({
  plugins: [lingui({ macroTransform: true, configPath })],
  test: { name: "console", include: ["test/**/*.test.ts"], isolate: false },
});
