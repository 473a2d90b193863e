import { defineConfig } from "vitest/config";

export default defineConfig({
  // The tests share no state, and the modules are most of their time.
  test: { name: "core", include: ["test/**/*.test.ts"], isolate: false },
});
