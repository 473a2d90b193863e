import { defineConfig } from "vitest/config";

// The scenarios on a libSQL file, as `npm start` keeps it.
export default defineConfig({
  test: {
    name: "node",
    include: ["scenario/**/*.test.ts"],
    isolate: false,
    globalSetup: "./plants/setup.node.ts",
  },
});
