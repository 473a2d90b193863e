import { defineConfig } from "vitest/config";
import { notQuick } from "./plants/selection.ts";

export default defineConfig({
  test: {
    name: "law",
    include: ["law/**/*.test.ts"],
    exclude: notQuick,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
