import { type BatchDatabase, d1Database, optimisticExecutor } from "@asbuilt/core/database";
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { inject } from "vitest";
import { bindings } from "./bindings.ts";
import type { PlantDatabase } from "./database.ts";
import { fill } from "./fill.ts";
import { watch } from "./watch.ts";

let free = [...bindings];

/** Gives all databases back, once they are empty. */
export function freeAll(): void {
  free = [...bindings];
}

// The runtime forgets a database that nobody asks for some seconds, and a reset then leaves it.
async function emptyDatabase() {
  for (let name = free.shift(); name !== undefined; name = free.shift()) {
    const binding = env[name]!;
    const tables = binding.prepare("select 1 from sqlite_schema where name = 'api_key'");
    if ((await tables.all()).results.length === 0) return binding;
  }
  throw new Error(`A test file opens at most ${bindings.length} plants on D1.`);
}

/** What D1 takes, of which the one on this machine takes more: bytes of a value and of a statement. */
const [longestValue, longestStatement] = [2_000_000, 100_000];
const bytesOf = (value: unknown) =>
  typeof value === "string" ? new TextEncoder().encode(value).length : 0;

/** Fails, with a defect that no test expects, on what the real D1 would refuse. */
function held(database: BatchDatabase): BatchDatabase {
  const send =
    (kind: "read" | "write"): BatchDatabase["read"] =>
    async (statements, deadline) => {
      for (const { sql, params } of statements) {
        const longest = Math.max(0, ...params.map(bytesOf));
        if (bytesOf(sql) <= longestStatement && longest <= longestValue) continue;
        throw new Error(
          `D1 takes no statement of ${bytesOf(sql)} bytes with ${longest} in a value.`,
        );
      }
      return database[kind](statements, deadline);
    };
  return { read: send("read"), write: send("write") };
}

/** A D1 database of the test file that no other plant has, migrated and filled. */
export async function openDatabase(): Promise<PlantDatabase> {
  const binding = await emptyDatabase();
  await applyD1Migrations(binding, inject("migrations"));
  const rows = fill(inject("templateRows"));
  await binding.batch(rows.map(({ sql, args }) => binding.prepare(sql).bind(...args)));
  const batches = watch(held(d1Database(binding)));
  return {
    runtime: "d1",
    executor: optimisticExecutor(batches.database),
    batches,
    sql: async (text, params) =>
      (
        await binding
          .prepare(text)
          .bind(...params)
          .all()
      ).results,
  };
}
