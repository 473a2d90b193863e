import { defineConfig } from "vitest/config";

// The scenarios on a libSQL file, as `npm start` keeps it.
export default defineConfig({
  test: {
    name: "node",
    include: ["scenario/**/*.test.ts"],
    // A file has no round trips to count.
    exclude: ["scenario/round-trips.test.ts"],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: "./plants/setup.node.ts",
  },
});
