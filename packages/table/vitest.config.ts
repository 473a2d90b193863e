import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "table",
    include: ["test/**/*.test.ts"],
    // The tests share no state, and the modules are most of their time.
    isolate: false,
    // Only a test that hangs takes this long, also on a machine with much else to do.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
