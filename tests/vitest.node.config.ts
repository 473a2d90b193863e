import { defineConfig } from "vitest/config";
import { quickStart } from "./plants/quick-start.ts";
import { onFile } from "./plants/selection.ts";

// The scenarios on a libSQL file, as `npm start` keeps it.
export default defineConfig({
  test: {
    name: "node",
    ...onFile,
    isolate: false,
    execArgv: quickStart,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    globalSetup: "./plants/setup.node.ts",
  },
});
