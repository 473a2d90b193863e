import { defineConfig } from "vitest/config";

// The scenarios on a libSQL server.
export default defineConfig({
  ssr: { resolve: { conditions: ["sqld", "module", "node", "development"] } },
  test: {
    name: "sqld",
    include: ["scenario/**/*.test.ts"],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: "./plants/setup.sqld.ts",
  },
});
