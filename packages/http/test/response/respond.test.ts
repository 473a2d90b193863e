import type { Context, Executor } from "@asbuilt/core";
import { Hono } from "hono";
import { expect, test } from "vitest";
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
