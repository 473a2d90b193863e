import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "record-pdf",
    include: ["test/**/*.test.ts"],
    // Only a test that hangs takes this long, also on a machine with much else to do.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
