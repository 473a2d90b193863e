import { expect, inject, test } from "vitest";
import { manyPrinted, printed, runExample, startExample, traced } from "./example.ts";
import { freePort } from "./processes.ts";

test("the example receives, builds and removes on Node", async () => {
  const { address, key } = inject("service");
  expect(await runExample("receive-build-remove.ts", address, key)).toBe(printed);
});

test("the example traces what was built on Node", async () => {
  const { address, key } = inject("service");
  expect(await runExample("trace.ts", address, key)).toBe(traced);
});

test("the example acts on many items in one request on Node", async () => {
  const { address, key } = inject("service");
  expect(await runExample("many.ts", address, key)).toBe(manyPrinted);
});

test("an example that is refused, or finds no service, ends with a line that says so", async () => {
  const { address } = inject("service");
  expect(await startExample("trace.ts", address, "nobody")).toEqual({
    status: 1,
    stdout: "",
    stderr: `${address}: 401 unauthorized: The key is not known.\n`,
  });
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  expect(await startExample("receive-build-remove.ts", nowhere, "nobody")).toEqual({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(
      /^http.+: fetch failed: .*ECONNREFUSED.+ The last request may have taken effect\.\n$/,
    ),
  });
});
