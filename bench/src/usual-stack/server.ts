// Serves the usual stack on Node: @libsql/client on a file. Arguments: database, port.
import { filePragmas } from "@asbuilt/node/database";
import { serve } from "@hono/node-server";
import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { usualApp } from "./app.ts";
import type { Db } from "./queries.ts";

const [path, port] = process.argv.slice(2);
const client = createClient({ url: `file:${path}` });
for (const pragma of filePragmas) await client.execute(`pragma ${pragma}`);
const db = drizzle(client);

// A connection has one transaction at a time, so each request waits for the previous one.
let previous: Promise<unknown> = Promise.resolve();
function inTransaction<Answer>(work: (db: Db) => Promise<Answer>): Promise<Answer> {
  const current = previous.then(() => db.transaction(work, { behavior: "immediate" }));
  previous = current.catch(() => undefined);
  return current;
}

const { fetch } = usualApp(db, inTransaction);
serve({ fetch, port: Number(port), hostname: "127.0.0.1" }, () => {
  process.stdout.write("listening\n");
});
