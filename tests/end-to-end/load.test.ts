import { join } from "node:path";
import { plainSql } from "@asbuilt/core/database";
import { openDatabase } from "@asbuilt/node/database";
import { migrateDatabase } from "@asbuilt/node/migrate";
import Database from "libsql";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

test("a load ends with a commit that waits for the disk, even while others read", async () => {
  const path = join(temporary.path, "loaded.db");
  await migrateDatabase({ url: `file:${path}` });
  const database = openDatabase({ url: `file:${path}` });
  const [reader, watcher] = [new Database(path), new Database(path)];
  const seen = () => watcher.prepare("pragma data_version").raw().get();
  reader.exec("begin; select count(*) from user");
  const before = seen();
  // A checkpoint alone would sync nothing, because the reader holds it back.
  await database.load(() => Promise.resolve());
  expect(seen()).not.toEqual(before);
  for (const open of [reader, watcher, database]) open.close();
});

test("each commit waits for the disk, except those within a load", async () => {
  const url = `file:${join(temporary.path, "set.db")}`;
  await migrateDatabase({ url });
  const database = openDatabase({ url });
  const settings = async () => {
    const names = ["synchronous", "busy_timeout"];
    return (await database.executor.read(names.map((name) => plainSql(`pragma ${name}`)))).flat(2);
  };
  const [full, normal] = [2, 1];
  expect(await settings()).toEqual([full, 50]);
  expect(await database.load(settings)).toEqual([normal, 50]);
  expect(await settings()).toEqual([full, 50]);
  const failing = database.load(() => Promise.reject(new Error("cut off")));
  await expect(failing).rejects.toThrow("cut off");
  expect(await settings()).toEqual([full, 50]);
  database.close();
});
