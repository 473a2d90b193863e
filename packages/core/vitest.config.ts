import { defineConfig } from "vitest/config";

// `npm test -- --quick` leaves out the files that take longest.
const notQuick =
  process.env["ASBUILT_TEST_SELECTION"] === "quick"
    ? [
        "test/engine/{batch,combined,listing,search}.test.ts",
        "test/{audit/compare,genealogy/links,history/feed,history/plans}.test.ts",
        "test/material-item/many.test.ts",
      ]
    : [];

export default defineConfig({
  test: {
    name: "core",
    include: ["test/**/*.test.ts"],
    exclude: notQuick,
    // The tests share no state, and the modules are most of their time.
    isolate: false,
    // Only a test that hangs takes this long, also on a machine with much else to do.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
