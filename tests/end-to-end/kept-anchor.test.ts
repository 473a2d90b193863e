import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Database from "libsql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import {
  asbuilt,
  asOthers,
  freePort,
  type Served,
  serveAsbuilt,
  serveFirst,
  startAsbuilt,
  stop,
  temporaryFolder,
  until,
} from "./processes.ts";
import { samplesIn, scrape } from "./scrapes.ts";
import { countOf, rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const path = (name: string) => join(temporary.path, name);
const ASBUILT_ADMIN_KEY = "the-administrators-key-of-the-anchor-tests";
const on = (name: string) => ({ DATABASE_URL: `file:${path(name)}`, ASBUILT_ADMIN_KEY });

interface Anchor {
  readonly id: number;
  readonly lastSeq: number;
  readonly hash: string;
}
const anchorIn = (file: string): Anchor => JSON.parse(readFileSync(file, "utf8"));
const keptBy = (name: string) => anchorIn(path(`${name}.anchor`));

const write = ({ address }: Served, name: string) =>
  requestsTo({ address, key: ASBUILT_ADMIN_KEY }).done("put", "/api/Location/Upsert", { name });
const untrusted = {
  status: "untrusted",
  detail: "The record does not follow its kept anchor. The log and `asbuilt verify` say why.",
};
const readiness = async ({ address }: Served) => {
  const response = await fetch(`${address}/readyz`);
  return { status: response.status, body: await response.json() };
};

/** Serves a database, makes a change, and stops: then everything is sealed. */
async function worked(name: string, location: string): Promise<void> {
  const service = await serveFirst(on(name));
  await write(service, location);
  await stop(service);
}

/** Makes a plant with two copies: of an earlier state, and with the key, and the anchor of now. */
beforeAll(async () => {
  await worked("plant.db", "First");
  copyFileSync(path("plant.db"), path("earlier.db"));
  await worked("plant.db", "Second");
});

/** Copies the stopped plant, with its key and its anchor, under another name. */
function copyOfPlant(name: string, from = "plant.db"): void {
  copyFileSync(path(from), path(name));
  for (const suffix of [".seal-key", ".anchor"]) {
    copyFileSync(path(`plant.db${suffix}`), path(`${name}${suffix}`));
  }
}

/** Edits a file as somebody does who can write to it: the triggers are as before when it is done. */
function edit(name: string, sql: string): void {
  const database = new Database(path(name));
  const triggers = database
    .prepare("select name, sql from sqlite_schema where type = 'trigger'")
    .all() as { name: string; sql: string }[];
  for (const trigger of triggers) database.exec(`drop trigger ${trigger.name}`);
  database.exec(sql);
  for (const trigger of triggers) database.exec(trigger.sql);
  database.close();
}

/** Edits a row of the log and its record alike, and takes the seals from that row on away. */
const forge = (name: string, firstSeal: number) =>
  edit(
    name,
    `update change_log set after = json_set(after, '$.name', 'Forged') where entity = 'Location'
      and after ->> '$.name' = 'Second';
    update location set name = 'Forged' where name = 'Second';
    delete from seal where id >= ${firstSeal};
    update sqlite_sequence set seq = ${firstSeal - 1} where name = 'seal'`,
  );

test("the newest seal is kept next to the database, from its first start on", () => {
  const [newest] = rowsOf(path("plant.db"), "select * from seal order by id desc limit 1");
  expect(keptBy("plant.db")).toEqual({
    id: newest!["id"],
    lastSeq: newest!["last_seq"],
    hash: newest!["hash"],
  });
  expect(keptBy("plant.db").lastSeq).toBe(countOf(path("plant.db"), "change_log"));
  expect(statSync(path("plant.db.anchor")).mode & 0o022).toBe(0);
});

test.each([
  ["all of its seals", 1],
  ["its last seal", 2],
])("a forged record without %s is neither called sound, nor restored, nor sealed", async (_, n) => {
  const name = `forged-${n}.db`;
  copyOfPlant(name);
  const { id } = keptBy(name);
  expect(id).toBeGreaterThan(1);
  const first = n === 1 ? 1 : id;
  forge(name, first);
  const seals = countOf(path(name), "seal");
  expect(seals).toBe(first - 1);

  const verified = await asbuilt(["verify"], on(name));
  expect(verified.stdout).toContain(
    `seal ${id}: it is missing, but the anchor names it: the seals end with ${first - 1}\n`,
  );
  expect(verified.status).toBe(1);

  const restored = await asbuilt(["restore", path(name), "--force"], on("plant.db"));
  expect(restored.stderr).toContain(`${path(name)}: not restored: `);
  expect(restored.status).toBe(1);

  const service = await serveAsbuilt(on(name));
  const problem =
    `${path(name)}.anchor names seal ${id}, but the seals end with ${first - 1}. The record was ` +
    "put back to an earlier state, or edited. Until it is taken over (`asbuilt take-over " +
    "--reason TEXT`), it is not sealed";
  expect(await readiness(service)).toMatchObject({ status: 503, body: untrusted });
  // Everybody can read the response, but only the plant reads the log.
  await until(() => service.printed.stderr.includes(problem), service);
  expect(await asbuilt(["ready", "--url", service.address])).toMatchObject({
    status: 1,
    stderr: `${service.address}: untrusted: ${untrusted.detail}\n`,
  });
  await write(service, "Third");
  await stop(service);
  expect(countOf(path(name), "seal")).toBe(seals);
  const lines = service.printed.stderr + service.printed.stdout;
  expect(lines.split("The change log was not sealed").length - 1).toBe(1);
  expect(lines).toContain(`${path(name)}.anchor names seal ${id}`);
});

test("an older file in place of the record is not sealed on, until somebody says why", async () => {
  const name = "older.db";
  copyOfPlant(name, "earlier.db");
  const { id } = keptBy(name);
  const service = await serveAsbuilt(on(name));
  expect(await readiness(service)).toMatchObject({ status: 503 });
  await stop(service);

  const noReason = await asbuilt(["take-over", "--reason", ""], on(name));
  expect(noReason).toMatchObject({ status: 1 });
  const taken = await asbuilt(["take-over", "--reason", "The disk failed"], on(name));
  expect(taken.stdout).toContain(`Before, seal ${id} was kept.\n`);
  expect(taken).toMatchObject({ status: 0, stderr: "" });
  const [logged] = rowsOf(path(name), "select * from change_log order by seq desc limit 1");
  expect(logged).toMatchObject({ entity: "User", action: "tookOver", comment: "The disk failed" });

  const again = await serveAsbuilt(on(name));
  expect(await readiness(again)).toMatchObject({ status: 200 });
  await until(() => keptBy(name).lastSeq === countOf(path(name), "change_log"), again);
  await stop(again);
  const verified = await asbuilt(["verify"], on(name));
  expect(verified).toMatchObject({ status: 0 });
});

test("a record is not sealed on whose key is there, and no seal and no anchor", async () => {
  const name = "stripped.db";
  copyOfPlant(name);
  forge(name, 1);
  rmSync(path(`${name}.anchor`));
  const verified = await asbuilt(["verify"], on(name));
  expect(verified.stdout).toMatch(
    /^change_log 1 to \d+: no seal covers this, although the database has a sealing key or an anchor$/m,
  );
  const service = await serveAsbuilt(on(name));
  expect(await readiness(service)).toMatchObject({ body: untrusted });
  const reason = `${path(name)}.seal-key has a sealing key, but nothing is sealed`;
  await until(() => service.printed.stderr.includes(reason), service);
  await stop(service);
  expect(countOf(path(name), "seal")).toBe(0);
});

test("a sealed database without an anchor, of an earlier version, gets one", async () => {
  const name = "upgraded.db";
  copyOfPlant(name);
  rmSync(path(`${name}.anchor`));
  await worked(name, "Third");
  expect(keptBy(name).lastSeq).toBe(countOf(path(name), "change_log"));
});

test("a backup that ends before the kept anchor is restored with a reason, which is logged", async () => {
  const name = "restored.db";
  copyOfPlant(name);
  const restore = (...more: string[]) =>
    asbuilt(["restore", path("earlier.db"), "--force", ...more], on(name));
  const refused = await restore();
  expect(refused.stderr).toMatch(
    /earlier\.db: not restored: \S+restored\.db\.anchor names seal \d+, but the seals end with \d+\. What was recorded after its seals would be lost\. To restore it anyway, say why: --reason TEXT\n$/,
  );
  expect(refused.status).toBe(1);
  const newest = await asbuilt(["anchor"], on("plant.db"));
  writeFileSync(path("newest.json"), newest.stdout);
  const anchored = await restore("--reason", "The disk failed", "--anchor", path("newest.json"));
  expect(anchored.stderr).toContain("it is missing, but the anchor names it");

  const restored = await restore("--reason", "The disk failed");
  expect(restored).toMatchObject({ status: 0, stderr: "" });
  const [logged] = rowsOf(path(name), "select * from change_log order by seq desc limit 1");
  expect(logged).toMatchObject({ action: "tookOver", comment: "The disk failed" });
  await worked(name, "Third");
  expect(keptBy(name).lastSeq).toBe(countOf(path(name), "change_log"));
  expect(await asbuilt(["verify"], on(name))).toMatchObject({ status: 0 });
});

test("a database that was never served takes a sealed one's place only with --force-unsealed", async () => {
  const name = "sealed.db";
  copyOfPlant(name);
  writeFileSync(path("User.Upsert.csv"), "name\nBench\n");
  const made = await asbuilt(["import", path("User.Upsert.csv")], on("never.db"));
  expect(made.status).toBe(0);
  const restore = (...more: string[]) =>
    asbuilt(["restore", path("never.db"), "--force", "--reason", "Try", ...more], on(name));
  const refused = await restore();
  expect(refused.stderr).toMatch(
    /never\.db: not restored: change_log 1 to \d+: no seal covers this/,
  );
  rmSync(path(`${name}.seal-key`));
  const keyless = await restore();
  expect(keyless.stderr).toContain("A record without seals would take the place of a sealed one");
  expect(keyless.status).toBe(1);
  // This process opens no file that is restored: libSQL would keep it open.
  const forced = await restore("--force-unsealed");
  expect(forced.stderr).toBe("");
  expect(forced.stdout).toContain("Nothing of the record is sealed now\n");
  expect(forced.status).toBe(0);
  await worked(name, "Third");
  expect(await asbuilt(["verify"], on(name))).toMatchObject({ status: 0 });
});

test("a database that was not served yet is sound, whichever command has made or changed it", async () => {
  const expectSound = async (name: string) => {
    const { status, stdout } = await asbuilt(["verify"], on(name));
    expect({ status, stdout }, name).toEqual({
      status: 0,
      stdout: expect.stringContaining("no problems\n"),
    });
  };
  writeFileSync(path("Location.Upsert.csv"), "name\nBench\n");
  await asbuilt(["import", path("Location.Upsert.csv")], on("unserved.db"));
  expect(keptBy("unserved.db").id).toBe(0);
  await expectSound("unserved.db");
  writeFileSync(path("User.Upsert.csv"), "name\nAdministrator\n");
  await asbuilt(["import", path("User.Upsert.csv")], on("unserved.db"));
  const ofKey = ["--user", "Administrator", "--role", "viewer", "--name", "Screen"];
  expect(await asbuilt(["key", "create", ...ofKey], on("unserved.db"))).toMatchObject({
    status: 0,
  });
  await expectSound("unserved.db");
  await asbuilt(["backup", path("unserved-copy.db")], on("unserved.db"));
  const restored = await asbuilt(["restore", path("unserved-copy.db")], on("unserved-2.db"));
  expect(restored).toMatchObject({ status: 0, stderr: "" });
  await expectSound("unserved-2.db");
  await asbuilt(["migrate"], on("unserved-3.db"));
  await expectSound("unserved-3.db");
  const service = await serveFirst(on("unserved-2.db"));
  await until(() => keptBy("unserved-2.db").id > 0, service);
  const { isSound } = await requestsTo({ ...service, key: ASBUILT_ADMIN_KEY }).done(
    "post",
    "/api/Audit/Verify",
    {},
  );
  expect(isSound).toBe(true);
  await stop(service);
});

test("an anchor can be kept elsewhere, and one that can't be read stops the sealing", async () => {
  const name = "elsewhere.db";
  copyFileSync(path("plant.db"), path(name));
  copyFileSync(path("plant.db.seal-key"), path(`${name}.seal-key`));
  const kept = { ...on(name), ASBUILT_KEPT_ANCHOR: path("kept.json") };
  await stop(await serveFirst(kept));
  expect(existsSync(path(`${name}.anchor`))).toBe(false);
  expect(JSON.parse(readFileSync(path("kept.json"), "utf8"))).toMatchObject({
    lastSeq: countOf(path(name), "change_log"),
  });
  writeFileSync(path("kept.json"), "no anchor\n");
  const verified = await asbuilt(["verify"], kept);
  expect(verified).toMatchObject({
    status: 1,
    stderr: `${path("kept.json")}: it holds no anchor\n`,
  });
  const seals = countOf(path(name), "seal");
  const service = await serveFirst(kept);
  await write(service, "Third");
  expect(await readiness(service)).toMatchObject({ status: 503, body: untrusted });
  await until(() => service.printed.stderr.includes("it holds no anchor"), service);
  const { findings } = await requestsTo({ ...service, key: ASBUILT_ADMIN_KEY }).done(
    "post",
    "/api/Audit/Verify",
    {},
  );
  expect(findings).toContainEqual({
    record: "seals",
    problem: expect.stringContaining("it holds no anchor"),
  });
  await stop(service);
  expect(countOf(path(name), "seal")).toBe(seals);
  expect(await asbuilt(["take-over", "--reason", "It was overwritten"], kept)).toMatchObject({
    status: 0,
  });
  expect(await asbuilt(["verify"], kept)).toMatchObject({ status: 0 });
});

test("an anchor that the service may not read is no forged record, and says whose it is", async () => {
  const name = "hidden.db";
  copyOfPlant(name);
  const file = path(`${name}.anchor`);
  const seals = countOf(path(name), "seal");
  chmodSync(file, 0);
  const self = userInfo().username;
  const line = `${file}: the anchor can't be read: ${file} belongs to ${self} with mode 0, and asbuilt runs as ${self}: run chmod u+r ${file}`;
  const verified = await startAsbuilt(["verify"], on(name), asOthers).ended;
  expect(verified).toEqual({ status: 1, stdout: "", stderr: `${line}\n` });

  const service = await serveFirst(on(name), asOthers);
  await write(service, "Third");
  await until(() => service.printed.stderr.includes(line), service);
  const detail = "The kept anchor can't be read. The log and `asbuilt verify` say why.";
  expect(await readiness(service)).toMatchObject({
    status: 200,
    body: { status: "ready", parts: { seal: { state: "failing", detail } } },
  });
  const { findings } = await requestsTo({ ...service, key: ASBUILT_ADMIN_KEY }).done(
    "post",
    "/api/Audit/Verify",
    {},
  );
  expect(findings).toContainEqual({ record: "seals", problem: line });
  expect(service.printed.stderr).not.toContain("put back");
  expect(countOf(path(name), "seal")).toBe(seals);
  chmodSync(file, 0o644);
  await until(() => service.printed.stderr.includes("The change log is sealed again."), service);
  expect(await readiness(service)).toMatchObject({ body: { parts: { seal: { state: "ok" } } } });
  await stop(service);
  expect(await asbuilt(["verify"], on(name))).toMatchObject({ status: 0 });
});

test("an anchor that can't be written stops the sealing, which is logged once and can be seen", async () => {
  const name = "unwritten.db";
  const folder = path("anchors");
  copyOfPlant(name);
  mkdirSync(folder);
  copyFileSync(path(`${name}.anchor`), join(folder, "kept.json"));
  const port = await freePort();
  const kept = { ASBUILT_KEPT_ANCHOR: join(folder, "kept.json"), ASBUILT_METRICS: String(port) };
  const service = await serveFirst({ ...on(name), ...kept }, asOthers);
  const allSealed = () =>
    countOf(path(name), "change_log") === anchorIn(join(folder, "kept.json")).lastSeq;
  await until(allSealed, service);
  chmodSync(folder, 0o555);
  await write(service, "Third");
  const counts = (message: string) => service.printed.stderr.split(message).length - 1;
  await until(() => counts("The change log was not sealed.") > 0, service);
  await write(service, "Fourth");
  // Two further attempts.
  await wait(2500);
  expect(counts("The change log was not sealed.")).toBe(1);
  expect(service.printed.stderr).toContain(
    `${folder}/kept.json: the anchor can't be written: ${folder} belongs to `,
  );
  const detail = "The kept anchor can't be written, so nothing is sealed. The log says why.";
  expect(await readiness(service)).toMatchObject({
    body: { status: "ready", parts: { seal: { state: "failing", detail } } },
  });
  expect(await asbuilt(["ready", "--url", service.address])).toEqual({
    status: 0,
    stdout: `ready\nseal failing: ${detail}\n`,
    stderr: "",
  });
  expect(samplesIn((await scrape(port)).text).get("asbuilt_unsealed_rows")).toBe(1);
  chmodSync(folder, 0o755);
  await until(() => counts("The change log is sealed again.") > 0, service);
  await until(allSealed, service);
  await stop(service);
  expect(counts("The change log was not sealed.")).toBe(1);
  expect(counts("The change log is sealed again.")).toBe(1);
});

test("a backup is restored over an anchor that can't be read only with a reason", async () => {
  const kept = { ...on("unread.db"), ASBUILT_KEPT_ANCHOR: path("unread.json") };
  copyFileSync(path("plant.db.seal-key"), path("unread.db.seal-key"));
  writeFileSync(path("unread.json"), "no anchor\n");
  const restore = (...more: string[]) => asbuilt(["restore", path("plant.db"), ...more], kept);
  const refused = await restore();
  expect(refused.stderr).toMatch(
    /plant\.db: not restored: \S+unread\.json: it holds no anchor\. .* say why: --reason TEXT\n$/,
  );
  expect(refused.status).toBe(1);
  expect(existsSync(path("unread.db"))).toBe(false);
  expect(await restore("--reason", "The disk failed")).toMatchObject({ status: 0, stderr: "" });
  expect(JSON.parse(readFileSync(path("unread.json"), "utf8"))).toEqual(keptBy("plant.db"));
  const service = await serveFirst(kept);
  expect(await readiness(service)).toMatchObject({ status: 200 });
  await stop(service);
  expect(await asbuilt(["verify"], kept)).toMatchObject({ status: 0 });
});

test("a killed service is behind its seals by the last moment only, and continues", async () => {
  const service = await serveAsbuilt(on("killed.db"));
  await write(service, "First");
  await until(() => countOf(path("killed.db"), "seal") > 0, service);
  service.child.kill("SIGKILL");
  await service.ended;
  await worked("killed.db", "Second");
  expect(await asbuilt(["verify"], on("killed.db"))).toMatchObject({ status: 0 });
});
