import { createRequire } from "node:module";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { refuseForeignLog } from "@asbuilt/node/read-only";
import Database from "libsql";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

/** How often the file is checkpointed, and its log overwritten from the beginning. */
const passes = 200;

/** Writes and checkpoints as a service does. Posts after each pass. */
const writer = `
  const { parentPort, workerData } = require("node:worker_threads");
  const Database = require(workerData.libsql);
  const database = new Database(workerData.path, { timeout: 60000 });
  database.exec("pragma synchronous = off");
  const text = "printf('%.3000c', 'x')";
  for (let pass = 0; pass < ${passes}; pass++) {
    for (let i = 0; i < 3; i++) {
      database.exec("insert into busy values (" + text + "), (" + text + "), (" + text + ")");
    }
    database.exec("delete from busy where rowid % 2 = 0");
    database.prepare("pragma wal_checkpoint(passive)").all();
    parentPort.postMessage(pass);
  }`;

test("the log of a file that a service writes meanwhile is never called that of another file", async () => {
  const path = join(temporary.path, "busy.db");
  const database = new Database(path);
  database.exec("pragma journal_mode = wal; create table busy (text text)");
  const libsql = createRequire(import.meta.url).resolve("libsql");
  const worker = new Worker(writer, { eval: true, workerData: { libsql, path } });
  const ending = new AbortController();
  const ended = new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("exit", resolve);
  }).finally(() => ending.abort());
  let judged = 0;
  for (; !ending.signal.aborted; judged++) {
    await refuseForeignLog(path);
    // The end of the worker is an event.
    if (judged % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await ended;
  expect(judged).toBeGreaterThan(passes);
  database.close();
});
