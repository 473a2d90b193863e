import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { migrateDatabase } from "@asbuilt/node/migrate";
import { knownMigrations } from "@asbuilt/node/migrations";
import Database from "libsql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asbuilt, root, serveAsbuilt, serveFirst, stop, temporaryFolder } from "./processes.ts";
import { rowsOf } from "./stored.ts";

const known = knownMigrations().length;
const temporary = temporaryFolder();
afterAll(temporary.remove);

const path = (name: string) => join(temporary.path, name);
const at = (file: string) => ({ DATABASE_URL: `file:${file}` });

/** Runs SQL on a file, as another program would. */
function alter(file: string, sql: string): void {
  const database = new Database(file);
  database.exec(sql);
  database.close();
}

beforeAll(async () => {
  await asbuilt(["import", join(root, "seed/base")], at(path("sound.db")));
  await asbuilt(["backup", path("one.db")], at(path("sound.db")));
});

const copied = (file: string) => copyFileSync(path("one.db"), file);

test.for<[what: string, make: (file: string) => void, reason: string]>([
  ["a folder", (file) => mkdirSync(file), "it is a folder"],
  [
    "a text file",
    (file) => writeFileSync(file, "Notes of the night shift.\n"),
    "file is not a database",
  ],
  [
    "another application's database",
    (file) => alter(file, "create table note (text text); insert into note values ('kept')"),
    "it has tables, but no record that asbuilt created them",
  ],
  [
    "a database that names another application",
    (file) => alter(file, "pragma application_id = 77; create table note (text text)"),
    "it belongs to another application: its application id is 77",
  ],
  [
    "a database migrated by another application",
    (file) => {
      copied(file);
      alter(file, "update __drizzle_migrations set hash = 'another'");
    },
    "it was created by another application, or another asbuilt: it lacks 0000_initial.sql",
  ],
  [
    "a database of a newer schema",
    (file) => {
      copied(file);
      alter(file, "insert into __drizzle_migrations (hash, created_at) values ('new', 9e12)");
    },
    `its schema is newer than this asbuilt: it has ${known + 1} migrations, but this version ` +
      `knows ${known}`,
  ],
  [
    "a database that was cut off",
    (file) => {
      copied(file);
      truncateSync(file, 40_000);
    },
    "database disk image is malformed",
  ],
  [
    "a database whose index lacks a row",
    (file) => {
      copied(file);
      spoilIndex(file);
    },
    "it is damaged: ",
  ],
  [
    "a database with text that is not UTF-8",
    (file) => {
      copied(file);
      alter(file, "update currency set name = cast(x'41ff42' as text) where id = 3");
    },
    "it is damaged: rows 1 to ",
  ],
  [
    "a database with text that readers would cut at a zero byte",
    (file) => {
      copied(file);
      alter(file, "update currency set name_key = name_key || char(0) where id = 3");
    },
    "it is damaged: rows 1 to ",
  ],
  [
    "a database with text that is not UTF-8 in a row whose number the service would never give",
    (file) => {
      copied(file);
      alter(
        file,
        `insert into currency (id, rev_no, name, name_key, is_active)
          values (-9223372036854775808, 1, cast(x'41ff42' as text), 'a', 1)`,
      );
    },
    "it is damaged: rows -9223372036854775808 to ",
  ],
  [
    "a database with text that is not UTF-8 in a row far down",
    (file) => {
      copied(file);
      alter(
        file,
        `with recursive n (n) as (select 1001 union all select n + 1 from n where n < 2001)
        insert into currency (id, rev_no, name, name_key, is_active)
          select n, 1, n, n, 1 from n;
        update currency set name = cast(x'41ff42' as text) where id = 2001`,
      );
    },
    "it is damaged: rows ",
  ],
  [
    "a database with a trigger that is not asbuilt's",
    (file) => {
      copied(file);
      alter(
        file,
        `create table "a""b" (x text primary key) without rowid;
        create virtual table note using fts5 (text);
        create table own (rowid text, b); insert into own values ('x', x'ff00fe');
        create trigger location_name before insert on build begin select raise(ignore); end;
        drop index location_name;
        CREATE UNIQUE INDEX \`location_name\` ON \`location\` (\`name_key\`)`,
      );
    },
    "it was tampered with: its trigger location_name is not one that asbuilt makes",
  ],
  [
    "a database without one of its constraints",
    (file) => {
      copied(file);
      alter(
        file,
        `pragma writable_schema = on;
        update sqlite_schema set sql = replace(sql, '>= 0', '>= 1') where name = 'material_item'`,
      );
    },
    "it is damaged: its table material_item is not as asbuilt makes it",
  ],
  [
    "a database whose schema is not SQL, for several lines",
    (file) => {
      copied(file);
      alter(
        file,
        `pragma writable_schema = on;
        update sqlite_schema set sql = replace(sql, 'ON DELETE', '"ON DELETE')
          where name = 'webhook_secret'`,
      );
    },
    "malformed database schema (webhook_secret) - ",
  ],
  [
    "a log of changes that has lost its database",
    (file) => {
      writeFileSync(file, "");
      writeFileSync(`${file}-wal`, "changes");
    },
    "it is empty or missing, but ",
  ],
])("%s is refused in a line, and left as it was", async ([what, make, reason]) => {
  const file = path(`${what.replaceAll(" ", "-")}.db`);
  make(file);
  const before = what === "a folder" ? undefined : readFileSync(file);
  const error = await migrateDatabase({ url: `file:${file}` }).then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  expect(error).toMatchObject({ name: "UserError", status: 1 });
  expect(error?.message).toContain(`DATABASE_URL: file:${file} can't be opened: ${reason}`);
  expect(error?.message).not.toContain("\n");
  if (before) expect(readFileSync(file).equals(before)).toBe(true);
});

/** Spoils a key in an index. In the table the name has another byte before it than in the index. */
function spoilIndex(file: string): void {
  const bytes = readFileSync(file);
  const { index } = /(?<=[^A-Z"])afn/.exec(bytes.toString("latin1"))!;
  bytes.write("afm", index, "latin1");
  writeFileSync(file, bytes);
}

test("serve and migrate report an unfit database in one line, and end with status 1", async () => {
  const damaged = path("damaged.db");
  copied(damaged);
  spoilIndex(damaged);
  const locked = path("locked.db");
  copied(locked);
  const holder = new Database(locked);
  holder.exec("begin exclusive");
  const ended = await Promise.all([
    asbuilt(["serve"], { ...at(damaged), PORT: "0" }),
    asbuilt(["migrate"], at(locked)),
  ]);
  holder.exec("rollback");
  holder.close();
  expect(ended.map(({ status, stdout }) => ({ status, stdout }))).toEqual([
    { status: 1, stdout: "" },
    { status: 1, stdout: "" },
  ]);
  expect(ended.map(({ stderr }) => stderr)).toEqual([
    expect.stringMatching(/^DATABASE_URL: \S+ can't be opened: it is damaged: [^\n]+\n$/),
    `DATABASE_URL: file:${locked} can't be opened: database is locked\n`,
  ]);
});

test("an empty file is a new database", async () => {
  const file = path("empty.db");
  writeFileSync(file, "");
  const service = await serveAsbuilt(at(file));
  expect(service.key).not.toBe("");
  await stop(service);
});

test("services that start together on one new file migrate it once", async () => {
  const file = path("crowd.db");
  const starts = Array.from({ length: 4 }, () => asbuilt(["migrate"], at(file)));
  expect((await Promise.all(starts)).map(({ status }) => status)).toEqual([0, 0, 0, 0]);
  expect(rowsOf(file, "select hash from __drizzle_migrations")).toHaveLength(known);
  expect(existsSync(`${file}-journal`)).toBe(false);
});

test("a new database is private to its owner, and one that others may read is reported", async () => {
  const mode = (name: string) => statSync(path(name)).mode & 0o777;
  const file = path("new/own.db");
  const first = await serveFirst(at(file), ["sh", "-c", 'umask 022; exec "$0" "$@"']);
  expect(mode("new")).toBe(0o700);
  for (const suffix of ["", "-wal", "-shm"]) expect(mode(`new/own.db${suffix}`)).toBe(0o600);
  const { stderr: said } = await stop(first);
  expect(said).not.toContain("may read");
  expect(said).toContain(`"msg":"A new database was created."`);
  expect(said).toContain(`"database":"${file}"`);

  chmodSync(file, 0o644);
  const { stderr } = await stop(await serveAsbuilt(at(file)));
  expect(stderr).not.toContain("A new database was created.");
  expect(stderr).toContain(`"msg":"Every user can read the database, which contains secrets."`);
  expect(mode("new/own.db")).toBe(0o644);
});

test("a command that only reads does not wait for a writer, and a load reports that it can't run", async () => {
  const file = path("written.db");
  copied(file);
  const notes = path("Location.Upsert.csv");
  writeFileSync(notes, "name\n");
  const holder = new Database(file);
  holder.exec("pragma journal_mode = wal; begin immediate");
  const ended = await Promise.all([
    asbuilt(["key", "list"], at(file)),
    asbuilt(["import", notes], at(file)),
  ]);
  holder.exec("rollback");
  holder.close();
  expect(ended.map(({ status, stderr }) => ({ status, stderr }))).toEqual([
    { status: 0, stderr: "" },
    { status: 1, stderr: `DATABASE_URL: file:${file} can't be written: database is locked\n` },
  ]);
});
