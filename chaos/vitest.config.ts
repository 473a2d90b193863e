import { defineConfig } from "vitest/config";
import { quickStart } from "@asbuilt/tests/quick-start";

// Runs the experiments in their short form.
export default defineConfig({
  test: {
    name: "chaos",
    include: ["test/**/*.test.ts"],
    execArgv: quickStart,
    globalSetup: "./test/setup.ts",
    // Two run together, because each mostly waits for its own processes.
    sequence: { concurrent: true },
    maxConcurrency: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
