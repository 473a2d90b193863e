import { defineConfig } from "vitest/config";
import { quickStart } from "./plants/quick-start.ts";
import { notQuick } from "./plants/selection.ts";

// The scenarios on a libSQL file, as `npm start` keeps it.
export default defineConfig({
  test: {
    name: "node",
    include: ["scenario/**/*.test.ts"],
    // A file has no round trips to count.
    exclude: ["scenario/round-trips.test.ts", ...notQuick],
    isolate: false,
    execArgv: quickStart,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    globalSetup: "./plants/setup.node.ts",
  },
});
