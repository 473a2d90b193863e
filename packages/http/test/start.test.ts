import { expect, test, vi } from "vitest";

test("no module loads ipaddr.js before an address is checked", async () => {
  // Other files have loaded it.
  vi.resetModules();
  vi.doMock("ipaddr.js", () => {
    throw new Error("It was loaded.");
  });
  const { whyNotUrl } = await import("../src/index.ts");
  await expect(whyNotUrl("https://10.0.0.1/", { networks: [] })).rejects.toThrow(/mocking/);
});
