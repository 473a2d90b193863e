import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { name: "law", include: ["law/**/*.test.ts"], testTimeout: 30_000 },
});
