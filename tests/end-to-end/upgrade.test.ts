import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { migrateDatabase } from "@asbuilt/node/migrate";
import { verifyDatabase } from "@asbuilt/node/verification";
import Database from "libsql";
import { afterAll, expect, test } from "vitest";
import { assembly } from "../scenario/assembly.ts";
import { factories } from "../scenario/factories.ts";
import { requestsTo } from "../plants/requests.ts";
import { asAtFirst } from "./first-schema.ts";
import { serveAsbuilt, stop, temporaryFolder } from "./processes.ts";
import { countOf, execute } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);
const path = (name: string) => join(temporary.path, name);

/** Makes a plant in which something was built, removed, adjusted and described. */
async function workedIn(name: string): Promise<void> {
  const service = await serveAsbuilt({
    DATABASE_URL: `file:${path(name)}`,
    ASBUILT_SEED: "demo",
  });
  const requests = requestsTo(service);
  const plant = { ...requests, ...factories(requests) };
  const { build, remove, childId, part } = await assembly(plant);
  for (const step of [build, remove, build]) expect((await step()).status).toBe(200);
  await plant.done("post", "/api/MaterialItem/ItemAdjust", {
    materialitemid: childId,
    adjustqty: 3,
    reasonSUID: "COUNT",
  });
  await plant.done("put", "/api/Product/Upsert", {
    ID: part.ID,
    Properties: [{ Name: "Colour", Value: "red" }],
  });
  await plant.done("put", "/api/WorkCentreGroup/Upsert", { Name: "Line", WorkCentres: ["Press"] });
  await stop(service);
}

test("a database of the first schema matches its log once it is migrated", async () => {
  await workedIn("now.db");
  asAtFirst(path("now.db"), path("first.db"));
  const location = { url: `file:${path("first.db")}` };
  await migrateDatabase(location);
  const { problems, audited } = await verifyDatabase(location, "first.db");
  expect(problems).toEqual([]);
  expect(audited?.unsealed).toBeGreaterThan(300);
});

test("a service ends when a newer asbuilt has migrated its database", async () => {
  const service = await serveAsbuilt({ DATABASE_URL: `file:${path("newer.db")}` });
  const newer = new Database(path("newer.db"));
  newer.exec("insert into __drizzle_migrations (hash, created_at) values ('newer', 9e12)");
  newer.close();
  const { status, stderr } = await service.ended;
  expect(stderr).toContain("A newer asbuilt has migrated the database: this service stops.");
  expect(status).toBe(1);
});

/** A write of a recorded plant, with its response. */
interface RecordedWrite {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: object;
  readonly status: number;
  readonly response: string;
}

/** The response of a repetition: secrets are shown once, and titles are this version's. */
const asRepeated = (text: string) =>
  text
    .replaceAll(/"(secret|key)":"(?:whsec|ab)_[^"]*"/g, '"$1":null')
    .replaceAll(/"title":"[^"]*",/g, "");

/** Version 0.1 returned the revision of an item only. */
const withoutRevisions = (text: string) => text.replaceAll(/"revNo":\d+,/g, "");

/** Expects a repetition to get the response that version 0.1 gave, with the revisions of today. */
function expectResponse(now: string, then: string, from: string): void {
  expect(withoutRevisions(now), from).toBe(withoutRevisions(then));
  expect(JSON.parse(now), from).toMatchObject(JSON.parse(then) as object);
  expect(now, from).not.toMatch(/"revNo":(?!\d*[1-9])/);
}

const adminKey = "fixture-admin-key-fixture-admin-key-1";
const fixture = (file: string) => readFileSync(join(import.meta.dirname, "fixtures", file));

test("a plant of version 0.1 is upgraded: repeats get their responses, its seals hold", async () => {
  const database = path("recorded.db");
  writeFileSync(database, gunzipSync(fixture("plant-0.1.db.gz")));
  // A key is kept for 7 days. The recording is older.
  execute(database, `update idempotency_key set at = ${Date.now()}`);
  const logged = countOf(database, "change_log");
  const service = await serveAsbuilt({
    DATABASE_URL: `file:${database}`,
    ASBUILT_ADMIN_KEY: adminKey,
    ASBUILT_SEAL_KEY: Buffer.alloc(32, 7).toString("base64"),
  });
  const repeat = async ({ method, path: to, key, body }: RecordedWrite, isKeyed: boolean) => {
    const answer = await fetch(service.address + to, {
      method,
      headers: {
        Authorization: `Bearer ${adminKey}`,
        "Content-Type": "application/json",
        ...(isKeyed ? { "Idempotency-Key": key } : {}),
      },
      body: JSON.stringify(body),
    });
    const { status, headers } = answer;
    const response = asRepeated(await answer.text());
    return { status, response, replayed: headers.get("Idempotency-Replayed") };
  };

  const writes = fixture("plant-0.1.ndjson").toString().trim().split("\n");
  const recorded = writes.map((line) => JSON.parse(line) as RecordedWrite);
  const succeeded = recorded.filter(({ status }) => status === 200);
  expect(succeeded.length).toBeGreaterThan(25);
  for (const write of succeeded) {
    const { response, ...answer } = await repeat(write, true);
    expect(answer, write.path).toEqual({ status: write.status, replayed: "true" });
    expectResponse(response, asRepeated(write.response), write.path);
  }
  const referred = succeeded.filter(({ body }) => "externalRef" in body);
  expect(referred).toHaveLength(4);
  for (const write of referred) {
    const { response, ...answer } = await repeat(write, false);
    expect(answer, write.path).toEqual({ status: write.status, replayed: "true" });
    expectResponse(response, asRepeated(write.response), write.path);
  }
  await stop(service);
  // A migration adds the status Voided, and logs it. The start logs which key is configured.
  expect(countOf(database, "change_log")).toBe(logged + 2);
  const { problems, audited } = await verifyDatabase({ url: `file:${database}` }, "recorded.db");
  expect(problems).toEqual([]);
  expect(audited?.unsealed).toBe(0);
});
