import { defineConfig } from "vitest/config";

// The console and the API reference in Debian's Chromium.
export default defineConfig({
  test: {
    name: "browser",
    include: ["browser/**/*.test.ts"],
    // The files of a process share its browser, and loading their modules takes a second each.
    isolate: false,
    globalSetup: "./end-to-end/setup.ts",
    testTimeout: 300_000,
    // Only what hangs takes so long.
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
  },
});
