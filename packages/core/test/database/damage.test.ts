import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, expect, test } from "vitest";
import type { Bound } from "../../src/database/bound.ts";
import type { Job } from "../../src/database/executor.ts";
import { fileExecutor } from "../../src/database/file.ts";

const folder = mkdtempSync(join(tmpdir(), "asbuilt-damage-"));
afterAll(() => rmSync(folder, { recursive: true }));

const bound = (sql: string): Bound => ({ sql, params: [], row: (raw) => raw });
const writing = (sql: string): Job<string> => ({
  load: [],
  plan: () => ({
    write: [bound(sql)],
    isLogged: false,
    decidedAt: new Map(),
    outcomes: () => [{ answer: "done" }],
  }),
});

/** A file whose table `ruined` has lost its first page, while `sound` is as it was. */
function damagedFile(name: string): string {
  const path = join(folder, name);
  const database = new Database(path);
  database.exec("create table sound (n integer); create table ruined (n integer)");
  database.exec("insert into sound values (1); insert into ruined values (1)");
  database.close();
  const bytes = readFileSync(path);
  // Page 1 is the schema; each table has one of the next pages.
  bytes.fill(0xff, 2 * 4096, 3 * 4096);
  writeFileSync(path, bytes);
  return path;
}

test("after a read finds damage, nothing is returned or written any more", async () => {
  const executor = fileExecutor(new Database(damagedFile("read.db")), setImmediate);
  expect(await executor.read([bound("select n from sound")])).toEqual([[[1]]]);
  expect(await executor.run(writing("update sound set n = 2"))).toBe("done");
  const refusal = {
    code: "unavailable",
    message: "The database is damaged.",
    cause: { message: expect.stringContaining("malformed") },
  };
  await expect(executor.read([bound("select n from ruined")])).rejects.toMatchObject(refusal);
  await expect(executor.read([bound("select n from sound")])).rejects.toMatchObject(refusal);
  await expect(executor.run(writing("update sound set n = 3"))).rejects.toMatchObject(refusal);
});

test("a group that finds damage commits nothing, and leaves the file usable for others", async () => {
  const path = damagedFile("written.db");
  const executor = fileExecutor(new Database(path), setImmediate);
  const outcomes = await Promise.allSettled(
    ["update sound set n = 2", "update ruined set n = 2", "update sound set n = 3"].map((sql) =>
      executor.run(writing(sql)),
    ),
  );
  const [first, ...others] = outcomes.map(({ status }) => status);
  expect(others).toEqual(["rejected", "rejected"]);
  const other = new Database(path);
  // A group lasts only so long: on a slow machine the first command can be a group of its own.
  const n = first === "fulfilled" ? 2 : 1;
  expect(other.prepare("select n from sound").all()).toEqual([{ n }]);
  other.exec("update sound set n = 4");
});
