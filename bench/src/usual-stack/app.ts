import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { eq } from "drizzle-orm";
import type { Context } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { HTTPException } from "hono/http-exception";
import { sha256 } from "hono/utils/crypto";
import { Refused } from "../plain/item-record.ts";
import { usualBuild } from "./build.ts";
import type { Db } from "./queries.ts";
import { apiKey } from "./schema.ts";

const Item = z.object({ id: z.number(), visualSerialNo: z.string() }).openapi("MaterialItem");

const route = createRoute({
  method: "put",
  path: "/api/Build/Build",
  request: {
    body: {
      required: true,
      content: {
        "application/json": {
          schema: z.strictObject({
            parentSerialNo: z.string().min(1).max(250),
            childSerialNo: z.string().min(1).max(250),
            builtQty: z.number().positive(),
            receiveAtPointOfConsumption: z.boolean(),
          }),
        },
      },
    },
  },
  responses: {
    200: {
      description: "The completed build.",
      content: {
        "application/json": {
          schema: z.object({ id: z.number(), parent: Item, child: Item, qty: z.number() }),
        },
      },
    },
  },
});

type Transaction = <Answer>(work: (db: Db) => Promise<Answer>) => Promise<Answer>;

interface Environment {
  Variables: { keyId: number };
}

/** Makes the app of the usual stack: zod-openapi, Drizzle, and one transaction per Build. */
export function usualApp(db: Db, inTransaction: Transaction) {
  const keyIds = new Map<string, number>();
  const keyIdOf = async (key: string): Promise<number | undefined> => {
    const known = keyIds.get(key);
    if (known !== undefined) return known;
    const hash = (await sha256(key))!;
    const [found] = await db.select({ id: apiKey.id }).from(apiKey).where(eq(apiKey.hash, hash));
    if (found) keyIds.set(key, found.id);
    return found?.id;
  };

  const app = new OpenAPIHono<Environment>();
  app.use(
    bearerAuth({
      verifyToken: async (token, c: Context<Environment>) => {
        const keyId = await keyIdOf(token);
        if (keyId !== undefined) c.set("keyId", keyId);
        return keyId !== undefined;
      },
    }),
  );
  app.openapi(route, async (c) => {
    const input = c.req.valid("json");
    const answer = await inTransaction((transaction) =>
      usualBuild(transaction, c.var.keyId, input),
    );
    return c.json(answer, 200);
  });
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    const status = error instanceof Refused ? error.status : 500;
    return c.json({ detail: String(error) }, status as 500);
  });
  return app;
}
