import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { asbuilt, root, start, temporaryFolder } from "./processes.ts";
import { execute as executeIn, rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(() => temporary.remove());

const at = (name: string) => join(temporary.path, name);
const run = (script: string, ...args: string[]) =>
  start(process.execPath, [join(root, "apps/worker", script), ...args], {
    env: { CI: "true", WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
  }).ended;
const done = async (ended: ReturnType<typeof run>) => {
  const { status, stdout, stderr } = await ended;
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout;
};

const migrations_dir = join(root, "packages/core/migrations");

/** Returns a folder with its own D1, which has the same name as the Worker's. */
const place = (name: string) => {
  mkdirSync(at(name));
  const d1_databases = [{ binding: "DB", database_name: "asbuilt", migrations_dir }];
  const config = { name: "asbuilt", compatibility_date: "2026-11-01", d1_databases };
  writeFileSync(join(at(name), "wrangler.json"), JSON.stringify(config));
};
const d1 = (name: string, ...command: string[]) =>
  run("wrangler.ts", "d1", ...command, "--local", "--config", join(at(name), "wrangler.json"));
const execute = (name: string, ...options: string[]) => d1(name, "execute", "DB", ...options);

// Texts that look like the end of a value or of a statement, and characters of several bytes.
const long = (mark: string) =>
  `replace(hex(zeroblob(9000)), '00', 'it''s ''''; ${mark} é😀' || char(10) || '--();' || char(10))`;
const rows = `insert into change_log
  (operation_id, ordinal, at, entity, entity_id, rev_no, action, comment, after)
  values ('one', 0, 1, 'Product', 1, 1, 'created', ${long("a")}, ${long("b")}),
    ('two', 0, 1, 'Product', 2, 1, 'created', 'short; ''', ${long("c")})`;
const newLocation = (name: string) => `insert into location (rev_no, name, name_key, is_active)
  values (1, '${name}', '${name}', 1) returning id`;
const goneLocation = `${newLocation("stays")}; ${newLocation("goes")};
  delete from location where name = 'goes'`;
const contents = `select seq, operation_id, length(after) as length, comment, after,
  (select count(*) from sqlite_schema) as made from change_log`;
/** The file of the D1 of a folder. */
const fileOf = (name: string) =>
  globSync(join(at(name), ".wrangler/state/v3/d1/*/[!m]*.sqlite"))[0]!;

/**
 * Migrates a new D1 as documented, but only the newest migration by wrangler, which starts a runtime for
 * each.
 */
async function migrate(name: string): Promise<void> {
  await done(
    execute(name, "--command", "create table d1_migrations (id integer primary key, name)"),
  );
  const files = readdirSync(migrations_dir).filter((file) => file.endsWith(".sql"));
  const names = files.toSorted();
  for (const file of names.slice(0, -1)) {
    const sql = readFileSync(join(migrations_dir, file), "utf8");
    executeIn(fileOf(name), `${sql}; insert into d1_migrations (name) values ('${file}')`);
  }
  expect(await done(d1(name, "migrations", "apply", "DB"))).toContain(names.at(-1));
}

/** Verifies the D1 of a folder. Every finding here is a row that no service has written. */
const findingsIn = async (name: string) => {
  const file = fileOf(name);
  return (await asbuilt(["verify", file])).stdout.replaceAll(file, "");
};

test("a backup of D1 is restored as documented, with rows too long for a statement", async () => {
  place("old");
  place("new");
  await migrate("old");
  await done(execute("old", "--command", `${rows}; ${goneLocation}`));
  await done(d1("old", "export", "DB", "--no-data", "--output", at("schema.sql")));
  await done(d1("old", "export", "DB", "--no-schema", "--output", at("data.sql")));
  await done(execute("new", "--file", at("schema.sql")));
  const refused = await execute("new", "--file", at("data.sql"));
  expect(refused.stdout + refused.stderr).toContain("SQLITE_TOOBIG");
  await done(run("loadable.ts", at("data.sql"), at("loadable.sql")));
  await done(execute("new", "--file", at("loadable.sql")));
  expect(await findingsIn("new")).toBe(await findingsIn("old"));
  const there = rowsOf(fileOf("old"), contents);
  expect(there[0]!["length"]).toBeGreaterThan(150_000);
  expect(rowsOf(fileOf("new"), contents)).toEqual(there);
  // Not even the id of a newest record that was deleted is used again.
  expect(rowsOf(fileOf("new"), newLocation("new"))).toEqual([{ id: 3 }]);
});
