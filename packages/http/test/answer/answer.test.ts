import type { Context, Executor } from "@asbuilt/core";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { answerList } from "../../src/answer/answer.ts";
import type { Environment } from "../../src/environment.ts";

test.for([0, 1, 3, 4, 9])(
  "a page of %i rows is written 3 at a time, and others go first between",
  async (count) => {
    let turns = 0;
    // Of the context, an answer needs no more.
    const executor: Pick<Executor, "listRows" | "yieldToOthers"> = {
      listRows: 3,
      yieldToOthers: async () => void turns++,
    };
    const rows = Array.from({ length: count }, (_, id) => ({ id }));
    const listing = Promise.resolve({ first: rows, rest: undefined, next: undefined });
    const app = new Hono<Environment>().get("/", (c) => {
      c.set("context", { executor } as Context);
      c.set("headers", {});
      return answerList(c, listing, ({ id }) => ({ id, turns }));
    });
    const answer = await app.request("/");
    expect(await answer.json()).toEqual(rows.map(({ id }) => ({ id, turns: Math.floor(id / 3) })));
  },
);
