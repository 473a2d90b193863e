import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { sealingKeyOf, sealLog, webSha256 } from "@asbuilt/core";
import type { LogEntry } from "@asbuilt/http";
import { startAnchorLog } from "@asbuilt/node/anchor-log";
import { openDatabase } from "@asbuilt/node/database";
import { migrateDatabase } from "@asbuilt/node/migrate";
import { afterAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { asbuilt, serveAsbuilt, stop, temporaryFolder, until } from "./processes.ts";
import { countOf, execute, rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const path = (name: string) => join(temporary.path, name);

/** Returns the lines of an anchor log; none if there is no such file. */
const linesOf = (name: string) =>
  existsSync(path(name))
    ? readFileSync(path(name), "utf8")
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    : [];

test("a service appends its newest seal at its start and its end, and to a new file after a rotation", async () => {
  const on = { DATABASE_URL: `file:${path("plant.db")}` };
  const logging = { ...on, ASBUILT_ANCHOR_LOG: path("anchors.log") };
  const newest = async () => JSON.parse((await asbuilt(["anchor"], on)).stdout);
  const first = await serveAsbuilt(logging);
  await until(() => countOf(path("plant.db"), "seal") > 0, first);
  await requestsTo(first).done("put", "/api/Location/Upsert", { name: "Dock" });
  await stop(first);
  const lines = linesOf("anchors.log");
  expect(lines.at(-1)).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    anchor: await newest(),
  });
  rowsOf(path("plant.db"), `vacuum into '${path("earlier.db")}'`);

  const second = { ...(await serveAsbuilt(logging)), key: first.key };
  await until(() => linesOf("anchors.log").length > lines.length, second);
  renameSync(path("anchors.log"), path("anchors.log.1"));
  await requestsTo(second).done("put", "/api/Location/Upsert", { name: "Yard" });
  await stop(second);
  // Nothing is new at the start, but a follower sees that the log is written.
  const rotated = linesOf("anchors.log.1");
  expect(rotated.map(({ anchor }) => anchor)).toEqual(
    [...lines, lines.at(-1)].map(({ anchor }) => anchor),
  );
  expect(linesOf("anchors.log").map(({ anchor }) => anchor)).toEqual([await newest()]);

  const verify = (name: string, log: string) =>
    asbuilt(["verify", path(name), "--anchor", path(log)], on);
  for (const log of ["anchors.log", "anchors.log.1"]) {
    expect(await verify("plant.db", log)).toMatchObject({ status: 0, stderr: "" });
  }
  expect(await verify("earlier.db", "anchors.log.1")).toMatchObject({ status: 0 });
  const putBack = await verify("earlier.db", "anchors.log");
  expect(putBack.stdout).toMatch(/^seal \d+: it is missing, but the anchor names it/m);
  expect(putBack.status).toBe(1);
});

test("a service whose anchor log can't be written ends before it serves, and says why in one line", async () => {
  const refusal = async (file: string) => {
    const { status, stdout, stderr } = await asbuilt(["serve"], {
      PORT: "0",
      DATABASE_URL: `file:${path("refused.db")}`,
      ASBUILT_ANCHOR_LOG: file,
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    return stderr.replace(`ASBUILT_ANCHOR_LOG: ${file} can't be written: `, "");
  };
  expect(await refusal(path("none/anchors.log"))).toMatch(/^ENOENT: .*\n$/);
  expect(await refusal(temporary.path)).toMatch(/^EISDIR: .*\n$/);
  expect(await refusal("/dev/null")).toBe("it is not a file\n");
  writeFileSync(path("notes.txt"), "Not an anchor log.");
  expect(await refusal(path("notes.txt"))).toBe("it is not an anchor log\n");
  expect(readFileSync(path("notes.txt"), "utf8")).toBe("Not an anchor log.");
});

/** Makes a database, with a function that adds a row to its change log and seals it. */
async function sealedDatabase(name: string) {
  const location = { url: `file:${path(name)}` };
  await migrateDatabase(location);
  const database = openDatabase(location);
  const key = await sealingKeyOf(Buffer.alloc(32, 7).toString("base64"));
  let rows = 0;
  const seal = async () => {
    rows++;
    execute(
      path(name),
      `insert into change_log (operation_id, ordinal, at, entity, entity_id, rev_no, action)
      values ('row ${rows}', 0, 5, 'Location', 1, ${rows}, 'updated')`,
    );
    await sealLog(database.executor, { sha256: webSha256, key, now: Date.now });
  };
  return { database, seal };
}

test("a seal is logged once, a failure is logged once, and the next time tries again", async () => {
  const { database, seal } = await sealedDatabase("retried.db");
  let times = 0;
  const read: typeof database.executor.read = (statements) => {
    times++;
    return database.executor.read(statements);
  };
  const severalTimes = async () => {
    const after = times + 4;
    await until(() => times >= after);
  };
  const logged: LogEntry[] = [];
  const end = startAnchorLog({
    path: path("away/anchors.log"),
    executor: { ...database.executor, read },
    log: (entry) => logged.push(entry),
    everyMs: 5,
  });
  // Nothing is sealed yet, so there is nothing to write.
  await severalTimes();
  expect(logged).toEqual([]);
  await seal();
  await severalTimes();
  const failure = { level: "error", message: "The anchor log was not written." };
  expect(logged).toMatchObject([{ ...failure, path: path("away/anchors.log") }]);
  expect(String(logged[0]!["error"])).toContain("ENOENT");

  mkdirSync(path("away"));
  await until(() => linesOf("away/anchors.log").length > 0);
  await severalTimes();
  const again = { level: "info", message: "The anchor log is written again." };
  expect(logged).toMatchObject([failure, again]);
  expect(linesOf("away/anchors.log")).toMatchObject([{ anchor: { id: 1, lastSeq: 1 } }]);
  await seal();
  await until(() => linesOf("away/anchors.log").length > 1);
  renameSync(path("away"), path("gone"));
  await seal();
  await severalTimes();
  expect(logged).toMatchObject([failure, again, failure]);
  await end();
  expect(logged).toHaveLength(3);
  expect(linesOf("gone/anchors.log").map(({ anchor }) => anchor.id)).toEqual([1, 2]);
  database.close();
});

test("a line that was cut off is not continued", async () => {
  const { database, seal } = await sealedDatabase("cut-off.db");
  await seal();
  const { executor } = database;
  appendFileSync(path("cut-off.log"), '{"at":"2026-01-');
  const log = () => {};
  await startAnchorLog({ path: path("cut-off.log"), executor, log })();
  const [cutOff, line, ...others] = readFileSync(path("cut-off.log"), "utf8").split("\n");
  expect(cutOff).toBe('{"at":"2026-01-');
  expect(JSON.parse(line!)).toMatchObject({ anchor: { id: 1 } });
  expect(others).toEqual([""]);
  database.close();
});
