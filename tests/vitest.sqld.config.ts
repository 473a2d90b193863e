import { defineConfig } from "vitest/config";
import { quickStart } from "./plants/quick-start.ts";
import { notOnSqld } from "./plants/selection.ts";

// The scenarios on a libSQL server.
export default defineConfig({
  test: {
    name: "sqld",
    exclude: notOnSqld,
    include: ["scenario/**/*.test.ts"],
    isolate: false,
    execArgv: quickStart,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    globalSetup: "./plants/setup.sqld.ts",
  },
});
