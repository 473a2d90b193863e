import { defineConfig } from "vitest/config";

// What a user runs, as processes of their own: the command line, the service, the browser.
export default defineConfig({
  test: {
    name: "end-to-end",
    include: ["end-to-end/**/*.test.ts"],
    globalSetup: "./end-to-end/setup.ts",
    // The tests of a file wait for processes of their own, two at a time.
    sequence: { concurrent: true },
    maxConcurrency: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
