import { expect, inject, test } from "vitest";
import { printed, runExample, traced } from "./example.ts";

test("the example receives, builds and removes on Node", async () => {
  const { address, key } = inject("service");
  expect(await runExample("receive-build-remove.ts", address, key)).toBe(printed);
});

test("the example traces what was built on Node", async () => {
  const { address, key } = inject("service");
  expect(await runExample("trace.ts", address, key)).toBe(traced);
});
