import { type BatchDatabase, d1Database, optimisticExecutor } from "@asbuilt/core/database";
import { bucketStore, type R2Like } from "@asbuilt/worker/attachments";
import { env } from "cloudflare:workers";
import { inject } from "vitest";
import { bindings } from "./bindings.ts";
import type { PlantDatabase } from "./database.ts";
import { fillStatements } from "./fill.ts";
import { watch } from "./watch.ts";

let free = [...bindings];

/** Makes every database available again, after all of them were emptied. */
export function freeAll(): void {
  free = [...bindings];
}

// The runtime forgets a database that is idle for some seconds, and a reset then skips it.
async function emptyDatabase() {
  for (let name = free.shift(); name !== undefined; name = free.shift()) {
    const binding = env[name]!;
    const tables = binding.prepare("select 1 from sqlite_schema where name = 'api_key'");
    if ((await tables.all()).results.length === 0) return binding;
  }
  throw new Error(`A test file opens at most ${bindings.length} plants on D1.`);
}

/** Limits of the real D1 that the local one does not enforce, in bytes. */
const [valueBytesMax, statementBytesMax] = [2_000_000, 100_000];
const bytesOf = (value: unknown) =>
  typeof value === "string" ? new TextEncoder().encode(value).length : 0;

/** Fails for any statement that the real D1 would refuse: with its message for a value, too. */
function withRealLimits(database: BatchDatabase): BatchDatabase {
  const send =
    (kind: "read" | "write"): BatchDatabase["read"] =>
    async (statements, deadline) => {
      for (const { sql, params } of statements) {
        const valueBytes = Math.max(0, ...params.map(bytesOf));
        if (valueBytes > valueBytesMax) throw new Error("string or blob too big: SQLITE_TOOBIG");
        if (bytesOf(sql) <= statementBytesMax) continue;
        throw new Error(`D1 refuses a statement of ${bytesOf(sql)} bytes.`);
      }
      return database[kind](statements, deadline);
    };
  return { read: send("read"), write: send("write"), bytes: database.bytes };
}

/** Opens a D1 database that no other plant uses, migrated and filled. */
export async function openDatabase(): Promise<PlantDatabase> {
  const binding = await emptyDatabase();
  // One batch for all migrations: a batch for each takes most of the time of a short file.
  const schema = inject("migrations").flatMap(({ queries }) => queries);
  const rows = fillStatements(inject("templateRows"));
  await binding.batch([
    ...schema.map((sql) => binding.prepare(sql)),
    ...rows.map(({ sql, args }) => binding.prepare(sql).bind(...args)),
  ]);
  const batches = watch(withRealLimits(d1Database(binding)));
  return {
    runtime: "d1",
    executor: optimisticExecutor(batches.database),
    batches,
    // The runtime's type of a bucket has more members than the service uses.
    attachments: bucketStore(env.ATTACHMENTS as unknown as R2Like)!,
    forge: async (sha256, bytes) => {
      const key = `sha256/${sha256}`;
      await (bytes ? env.ATTACHMENTS.put(key, bytes) : env.ATTACHMENTS.delete(key));
    },
    sql: async (text, params) =>
      (
        await binding
          .prepare(text)
          .bind(...params)
          .all()
      ).results,
  };
}
