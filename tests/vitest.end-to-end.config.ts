import { defineConfig } from "vitest/config";
import { quickStart } from "./plants/quick-start.ts";
import { ofDeployment } from "./plants/selection.ts";

// The commands and the service, in processes of their own as a user runs them.
export default defineConfig({
  test: {
    name: "end-to-end",
    include: ["end-to-end/**/*.test.ts"],
    exclude: ofDeployment,
    // The files share no state, and loading their modules takes a second each.
    isolate: false,
    execArgv: quickStart,
    globalSetup: "./end-to-end/setup.ts",
    // Tests mostly wait for their processes, so two tests of a file run at a time.
    sequence: { concurrent: true },
    maxConcurrency: 2,
    testTimeout: 300_000,
    // Only what hangs takes so long.
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
  },
});
