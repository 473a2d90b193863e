import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { asbuilt, serveAsbuilt, stop, temporaryFolder } from "./processes.ts";
import { rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const logSize = (path: string) => statSync(`${path}-wal`).size;

test("a checkpoint empties the log of a running service, whose file then has every change", async () => {
  const path = join(temporary.path, "served.db");
  const service = await serveAsbuilt({ DATABASE_URL: `file:${path}` });
  const plant = requestsTo(service);
  const names = Array.from({ length: 30 }, (_, i) => `Shelf ${i}`);
  for (const name of names) await plant.done("put", "/api/Location/Upsert", { name });
  const before = logSize(path);
  expect(await asbuilt(["checkpoint"], { DATABASE_URL: `file:${path}` })).toEqual({
    status: 0,
    stdout: `${path}: its write-ahead log is in the file, and empty\n`,
    stderr: "",
  });
  // The service has written no more than its seals since.
  expect(logSize(path)).toBeLessThan(before / 2);
  await plant.done("put", "/api/Location/Upsert", { name: "Later" });
  await stop(service, "SIGKILL");
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix);
  const stored = rowsOf(path, "select name from location").map(({ name }) => name);
  expect(stored).toEqual(expect.arrayContaining(names));
});

test("a checkpoint that a read keeps from the log says so, and fails", async () => {
  const path = join(temporary.path, "read.db");
  const DATABASE_URL = `file:${path}`;
  await stop(await serveAsbuilt({ DATABASE_URL }));
  const [reader, writer] = [new Database(path), new Database(path)];
  reader.exec("begin");
  reader.prepare("select count(*) from location").get();
  writer.exec("create table later (text text)");
  expect(await asbuilt(["checkpoint"], { DATABASE_URL })).toEqual({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(
      /: a process reads its write-ahead log, which can't be emptied\. Stop Litestream, or [^\n]+\n$/,
    ),
  });
  reader.close();
  writer.close();
});
