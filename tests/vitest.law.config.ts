import { defineConfig } from "vitest/config";
import { onLaw } from "./plants/selection.ts";

export default defineConfig({
  test: {
    name: "law",
    ...onLaw,
    // The files share no state, and loading their modules takes a second each.
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
