import { expect, test, vi } from "vitest";

test("no module of the Worker makes an error while it loads", async () => {
  const made: unknown[] = [];
  const noting = new Proxy(Error, {
    construct(target, given, error) {
      made.push(given[0]);
      return Reflect.construct(target, given, error) as Error;
    },
  });
  vi.stubGlobal("Error", noting);
  try {
    await import("@asbuilt/worker");
  } finally {
    vi.unstubAllGlobals();
  }
  expect(made).toEqual([]);
});
