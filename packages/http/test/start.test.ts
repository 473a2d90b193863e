import { expect, test, vi } from "vitest";

// It imports the whole service, which takes seconds on a busy machine.
test("no module loads ipaddr.js before an address is checked", { timeout: 30_000 }, async () => {
  vi.doMock("ipaddr.js", () => {
    throw new Error("It was loaded.");
  });
  const { whyNotUrl } = await import("../src/index.ts");
  await expect(whyNotUrl("https://10.0.0.1/", { networks: [] })).rejects.toThrow(/mocking/);
});
