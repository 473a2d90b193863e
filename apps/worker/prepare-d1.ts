// Brings the local D1 in a folder to the newest schema, and prints what is in it, or which of its
// migrations this version does not know. `wrangler d1 migrations apply` starts a runtime for each
// migration, which takes most of a first start.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { d1Database, type D1Like, plainSql } from "@asbuilt/core/database";
import { getPlatformProxy } from "wrangler";

const state = process.argv[2]!;
const migrations = fileURLToPath(new URL("../../packages/core/migrations", import.meta.url));
const proxy = await getPlatformProxy<{ DB: D1Like }>({
  configPath: fileURLToPath(new URL("wrangler.jsonc", import.meta.url)),
  persist: { path: join(state, "v3") },
  remoteBindings: false,
});
const database = d1Database(proxy.env.DB);
const session = proxy.env.DB.withSession("first-primary");
const noDeadline = Number.MAX_SAFE_INTEGER;
const rowsOf = async (sql: string) => (await database.read([plainSql(sql, [])], noDeadline))[0]!;

// The table of wrangler, whose own command continues after this one.
await database.write(
  [
    plainSql(
      `create table if not exists d1_migrations (
      id integer primary key autoincrement, name text unique,
      applied_at timestamp default current_timestamp not null)`,
      [],
    ),
  ],
  noDeadline,
);
const applied = (await rowsOf("select name from d1_migrations")).map(([name]) => String(name));
const known = readdirSync(migrations).filter((name) => name.endsWith(".sql"));
const unknown = applied.find((name) => !known.includes(name));
for (const name of known.toSorted()) {
  if (unknown !== undefined || applied.includes(name)) continue;
  const statements = readFileSync(join(migrations, name), "utf8")
    .split("--> statement-breakpoint")
    .map((sql) => session.prepare(sql).bind());
  const noted = session.prepare("insert into d1_migrations (name) values (?)").bind(name);
  // Each statement above waits for the runtime in this thread, which may take seconds. The runtime
  // then closes the connection that it calls idle, and only the next turn notices that.
  await nextTurn();
  await session.batch([...statements, noted]);
}
const [contents] = await rowsOf(
  "select exists (select 1 from material_status), exists (select 1 from api_key)",
);
await proxy.dispose();
const [isSeeded, hasKey] = contents!.map((value) => value === 1);
process.stdout.write(JSON.stringify({ isSeeded, hasKey, unknown }));
