import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { version } from "@asbuilt/contract";
import { verifyDatabase } from "@asbuilt/node/verification";
import { afterAll, expect, test } from "vitest";
import {
  adminKey,
  plantOfDecisions,
  type RecordedPlant,
  recordedPlants,
  type RecordedWrite,
  sealKey,
} from "../releases/plants.ts";
import { asbuilt, serveAsbuilt, stop, temporaryFolder } from "./processes.ts";
import { countOf, execute, rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

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

/** Copies the database of a recorded plant, and returns its path. */
function copyOf({ name, files }: RecordedPlant): string {
  const path = join(temporary.path, `${name}.db`);
  writeFileSync(path, gunzipSync(readFileSync(`${files}.db.gz`)));
  return path;
}

const writesOf = ({ files }: RecordedPlant) =>
  readFileSync(`${files}.ndjson`, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RecordedWrite);

/** The rows that migrations and the start add to the log of a plant. */
const addedRows: Readonly<Record<string, number>> = {
  // The status Voided, and which key is configured.
  "a version before the first release": 2,
};

test.each([...recordedPlants, plantOfDecisions])(
  "a plant of $name is upgraded: repeats get their responses, its seals hold",
  async (plant) => {
    const database = copyOf(plant);
    // A key is kept for 7 days. The recording is older.
    execute(database, `update idempotency_key set at = ${Date.now()}`);
    const logged = countOf(database, "change_log");
    const service = await serveAsbuilt({
      DATABASE_URL: `file:${database}`,
      ASBUILT_ADMIN_KEY: adminKey,
      ASBUILT_SEAL_KEY: sealKey,
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

    const succeeded = writesOf(plant).filter(({ status }) => status === 200);
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
    expect(countOf(database, "change_log")).toBe(logged + (addedRows[plant.name] ?? 0));
    const { problems, audited } = await verifyDatabase({ url: `file:${database}` }, plant.name);
    expect(problems).toEqual([]);
    expect(audited?.unsealed).toBe(0);
  },
);

test("an upgrade is logged before and after, and a backup of an older version is verified", async () => {
  const [oldest] = recordedPlants;
  const database = copyOf({ ...oldest!, name: "old" });
  const before = readFileSync(database);
  const sealed = { ASBUILT_SEAL_KEY: sealKey, ASBUILT_ADMIN_KEY: adminKey };
  const verified = await asbuilt(["verify", database], sealed);
  expect(verified.stdout).toMatch(
    /old\.db: its schema is older than \d{4}_\w+: a migrated copy was checked\n/,
  );
  expect(verified.stdout).toMatch(/old\.db: schema 00\d\d_\w+, no problems\n$/);
  expect(verified).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(database).equals(before)).toBe(true);

  const service = await serveAsbuilt({ ...sealed, DATABASE_URL: `file:${database}` });
  const { stderr } = await stop(service);
  const lines = stderr.split("\n", 2).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toMatchObject([
    {
      msg: "Migrating the database. Only a backup that was made before leads back.",
      from: expect.stringMatching(/^00\d\d_/),
      migrations: expect.any(Number),
    },
    { msg: "The database was migrated.", schema: lines[0]!["to"], ms: expect.any(Number) },
  ]);
  expect(stderr).not.toContain("A new database was created.");

  execute(database, "drop trigger change_log_update");
  const older = copyOf({ ...oldest!, name: "old and edited" });
  execute(older, "drop trigger change_log_update");
  expect(await asbuilt(["verify", older], sealed)).toMatchObject({ status: 1 });
});

test("the way back from a newer version is the backup that was made before", async () => {
  const database = copyOf({ ...recordedPlants.at(-1)!, name: "to go back" });
  const backup = join(temporary.path, "before-upgrade.db");
  const env = { DATABASE_URL: `file:${database}`, ASBUILT_SEAL_KEY: sealKey };
  expect(await asbuilt(["migrate"], env)).toMatchObject({ status: 0 });
  expect(await asbuilt(["backup", backup], env)).toMatchObject({ status: 0 });
  expect(await asbuilt(["verify", backup], env)).toMatchObject({ status: 0 });
  const newer = "insert into __drizzle_migrations (hash, created_at) values ('newer', 9e12)";
  execute(database, newer);
  expect(await asbuilt(["serve"], env)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^.*its schema is newer than this asbuilt.*\n$/),
  });
  const back = ["restore", "--force", "--reason", "Back to the old version", backup];
  expect(await asbuilt(back, env)).toMatchObject({ status: 0 });
  expect(await asbuilt(["verify"], env)).toMatchObject({ status: 0 });
});

const [, ...releases] = recordedPlants;

test("the newest recorded plant is that of this version", () => {
  expect(releases.at(-1)?.name).toBe(`release ${version}`);
});

test.each(releases)("the plant of $name has the kinds of record that plants have", (plant) => {
  const database = copyOf({ ...plant, name: `${plant.name}, as recorded` });
  const changes = "select distinct entity || ' ' || action as change from change_log";
  expect(rowsOf(database, changes).map(({ change }) => change)).toEqual(
    expect.arrayContaining([
      "ApiKey revoked",
      "CaseData updated",
      "MaterialItem built",
      "MaterialItem held",
      "MaterialItem removed",
      "Webhook created",
      "WorksOrder completed",
    ]),
  );
  expect(countOf(database, "seal")).toBeGreaterThan(0);
});
