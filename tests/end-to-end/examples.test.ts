import { expect, inject, test } from "vitest";
import { printed, runExample } from "./example.ts";

test("the example receives, builds and removes on Node", async () => {
  const { address, key } = inject("service");
  expect(await runExample("receive-build-remove.ts", address, key)).toBe(printed);
});
