import { defineConfig } from "vitest/config";

// The experiments in their short form.
export default defineConfig({
  test: {
    name: "chaos",
    include: ["test/**/*.test.ts"],
    // They wait for processes of their own, two at a time.
    sequence: { concurrent: true },
    maxConcurrency: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
