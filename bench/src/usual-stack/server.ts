// The usual stack: zod-openapi routes, Drizzle, @libsql/client on a file. Arguments: database, port.
import { createHash } from "node:crypto";
import { serve } from "@hono/node-server";
import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { createClient } from "@libsql/client";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql";
import type { Context } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { HTTPException } from "hono/http-exception";
import { Refused } from "../plain/build.ts";
import { usualBuild } from "./build.ts";
import type { Db } from "./queries.ts";
import { apiKey } from "./schema.ts";

const [path, port] = process.argv.slice(2);
const client = createClient({ url: `file:${path}` });
for (const pragma of ["journal_mode = wal", "synchronous = full", "foreign_keys = on"]) {
  await client.execute(`pragma ${pragma}`);
}
const db = drizzle(client);

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

const keyIds = new Map<string, number>();

async function keyIdOf(key: string): Promise<number | undefined> {
  const known = keyIds.get(key);
  if (known !== undefined) return known;
  const hash = createHash("sha256").update(key).digest("hex");
  const [found] = await db.select({ id: apiKey.id }).from(apiKey).where(eq(apiKey.hash, hash));
  if (found) keyIds.set(key, found.id);
  return found?.id;
}

// One connection has one transaction at a time: requests take turns.
let turn: Promise<unknown> = Promise.resolve();
function inTransaction<Answer>(work: (db: Db) => Promise<Answer>): Promise<Answer> {
  const mine = turn.then(() => db.transaction(work, { behavior: "immediate" }));
  turn = mine.catch(() => undefined);
  return mine;
}

interface Environment {
  Variables: { keyId: number };
}
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
  const answer = await inTransaction((transaction) => usualBuild(transaction, c.var.keyId, input));
  return c.json(answer, 200);
});
app.onError((error, c) => {
  if (error instanceof HTTPException) return error.getResponse();
  const status = error instanceof Refused ? error.status : 500;
  return c.json({ detail: String(error) }, status as 500);
});
serve({ fetch: app.fetch, port: Number(port), hostname: "127.0.0.1" }, () => {
  process.stdout.write("listening\n");
});
