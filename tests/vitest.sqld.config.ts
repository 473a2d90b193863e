import { defineConfig } from "vitest/config";
import { quickStart } from "./plants/quick-start.ts";
import { asOnD1, ofOneDatabase } from "./plants/selection.ts";

// The scenarios on a libSQL server.
export default defineConfig({
  ssr: { resolve: { conditions: ["sqld", "module", "node", "development"] } },
  test: {
    name: "sqld",
    exclude: [...ofOneDatabase, ...asOnD1],
    include: ["scenario/**/*.test.ts"],
    isolate: false,
    execArgv: quickStart,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    globalSetup: "./plants/setup.sqld.ts",
  },
});
