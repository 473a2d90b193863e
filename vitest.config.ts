import { defineConfig } from "vitest/config";
import LongFirst from "./tools/long-first.ts";

// A package tests itself; tests/ holds what runs across packages, one configuration a runtime.
export default defineConfig({
  test: {
    projects: [
      "packages/*/vitest.config.ts",
      "apps/console/vitest.config.ts",
      "tests/vitest.*.config.ts",
      "chaos/vitest.config.ts",
    ],
    sequence: { sequencer: LongFirst },
    reporters: ["default", "./tools/tally-reporter.ts"],
  },
});
