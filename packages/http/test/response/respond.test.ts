import type { Context, Executor } from "@asbuilt/core";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import type { Reading } from "../../src/admission/long-reads.ts";
import { respondList } from "../../src/response/respond.ts";
import type { Environment } from "../../src/environment.ts";

test.for([0, 1, 3, 4, 9])(
  "a page of %i rows is written 3 at a time, and yields to other work in between",
  async (count) => {
    let yields = 0;
    // A response uses nothing else of the context.
    const executor: Pick<Executor, "listRows" | "yieldToOthers"> = {
      listRows: 3,
      yieldToOthers: async () => void yields++,
    };
    const rows = Array.from({ length: count }, (_, id) => ({ id }));
    const listing = Promise.resolve({ first: rows, rest: undefined, next: undefined });
    const app = new Hono<Environment>().get("/", (c) => {
      c.set("context", { executor } as Context);
      c.set("headers", {});
      return respondList(c, listing, ({ id }) => ({ id, yields }));
    });
    const response = await app.request("/");
    expect(await response.json()).toEqual(
      rows.map(({ id }) => ({ id, yields: Math.floor(id / 3) })),
    );
  },
);

describe("a list that is streamed", () => {
  /** Responds with a list of two chunks; the second one fails if the rows are faulty. */
  async function streamed(toRecord: (row: { id: number }) => unknown = (row) => row) {
    const steps: string[] = [];
    // A response uses nothing else of the reading.
    const reading = {
      enter: async () => void steps.push("entered"),
      stream: () => () => void steps.push("ended"),
    } as Partial<Reading> as Reading;
    const rest = (async function* () {
      yield [{ id: 2 }];
    })();
    const listing = Promise.resolve({ first: [{ id: 1 }], rest, next: undefined });
    const app = new Hono<Environment>().get("/", (c) => {
      c.set("headers", {});
      c.set("reading", reading);
      return respondList(c, listing, toRecord);
    });
    return { response: await app.request("/"), steps };
  }

  test("waits for its place before it begins, and leaves it when it is read to its end", async () => {
    const { response, steps } = await streamed();
    expect(steps).toEqual(["entered"]);
    expect(await response.json()).toEqual([{ id: 1 }, { id: 2 }]);
    expect(steps).toEqual(["entered", "ended"]);
  });

  test("leaves its place when its client leaves", async () => {
    const { response, steps } = await streamed();
    await response.body!.cancel();
    expect(steps).toEqual(["entered", "ended"]);
  });

  test("leaves its place when it fails", async () => {
    const { response, steps } = await streamed(({ id }) => {
      if (id === 2) throw new Error("It can't be written.");
      return { id };
    });
    await expect(response.text()).rejects.toThrow("It can't be written.");
    expect(steps).toEqual(["entered", "ended"]);
  });
});
