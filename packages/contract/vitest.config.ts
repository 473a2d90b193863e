import { defineConfig } from "vitest/config";

// `npm test -- --quick` leaves out the file that takes longest.
const notQuick =
  process.env["ASBUILT_TEST_SELECTION"] === "quick" ? ["test/light-zod.test.ts"] : [];

export default defineConfig({
  test: {
    name: "contract",
    include: ["test/**/*.test.ts"],
    exclude: notQuick,
    // The tests share no state, and the modules are most of their time.
    isolate: false,
    // Only a test that hangs takes this long, also on a machine with much else to do.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
