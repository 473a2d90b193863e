import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { openDatabase } from "@asbuilt/node/database";
import { sealingOf } from "@asbuilt/node/sealing";
import Database from "libsql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { asbuilt, root, serveAsbuilt, stop, temporaryFolder, until } from "./processes.ts";
import { countOf, execute, rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const path = (name: string) => join(temporary.path, name);
const on = (name: string) => ({ DATABASE_URL: `file:${path(name)}` });

/** Edits a database past its triggers, as anyone with its file can. */
function edit(name: string, sql: string): void {
  const database = new Database(path(name));
  database.exec("drop trigger change_log_update; drop trigger change_log_delete;");
  database.exec("drop trigger seal_delete; pragma foreign_keys = off");
  database.exec(sql);
  database.close();
}

/** Serves a new plant until it is sealed. */
async function sealedPlant(): Promise<void> {
  const service = await serveAsbuilt({ ...on("plant.db"), ASBUILT_SEED: "demo" });
  await until(() => countOf(path("plant.db"), "seal") > 0, service);
  // The last writes are sealed as the service stops.
  await requestsTo(service).done("put", "/api/Location/Upsert", { name: "Last" });
  await stop(service);
  const { stdout } = await asbuilt(["anchor"], on("plant.db"));
  writeFileSync(path("anchor.json"), stdout);
}

/** Copies the database, with the rows that are still in the write-ahead log. */
const copy = (name: string) => rowsOf(path("plant.db"), `vacuum into '${path(name)}'`);

/** Removes the newest seal, as if the service had been killed before it was made. */
function unseal(name: string): void {
  const trigger = "select sql from sqlite_schema where name = 'seal_delete'";
  const [{ sql }] = rowsOf(path(name), trigger) as [{ sql: string }];
  execute(
    path(name),
    `drop trigger seal_delete; delete from seal where id = (select max(id) from seal);
    update sqlite_sequence set seq = seq - 1 where name = 'seal'; ${sql}`,
  );
}

/** Returns the public key that first sealed a database. */
function sealerOf(name: string): string {
  const [{ key }] = rowsOf(path(name), "select public_key as key from seal") as [{ key: string }];
  return key;
}

const verifyWithAnchor = (name: string) => ["verify", path(name), "--anchor", path("anchor.json")];

beforeAll(sealedPlant);

test("a database is sealed while it is served, with a key that is made at the first start", async () => {
  const keyFile = path("plant.db.seal-key");
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(readFileSync(keyFile, "utf8")).toMatch(/^[\w-]{43}\n$/);
  const rows = countOf(path("plant.db"), "change_log");
  const { status, stdout } = await asbuilt(verifyWithAnchor("plant.db"));
  const sealed = new RegExp(`: ${rows} rows of the change log sealed by [\\w-]{43}, 0 not yet\n`);
  expect(stdout).toMatch(sealed);
  expect(status).toBe(0);
});

test("the last writes are sealed as the service stops", async () => {
  const service = await serveAsbuilt(on("last.db"));
  // The next seal is a second away.
  await until(() => countOf(path("last.db"), "seal") > 0, service);
  await requestsTo(service).done("put", "/api/Location/Upsert", { name: "Last" });
  await stop(service);
  expect((await asbuilt(["verify"], on("last.db"))).stdout).toContain(", 0 not yet\n");
});

/** Writes a file with the user of the demo plant's data, to load with it. */
function users(): string {
  const file = path("User.Upsert.csv");
  writeFileSync(file, "name\nAdministrator\n");
  return file;
}

test("no command makes the first key, because the service may have another", async () => {
  const imported = await asbuilt(["import", join(root, "seed/demo"), users()], on("first.db"));
  expect(imported).toMatchObject({ status: 0, stderr: "" });
  const copied = await asbuilt(["backup", path("first.bak")], on("first.db"));
  expect(copied.stderr).toMatch(
    /first\.bak: no seal covers the last \d+ rows of its change log\n$/,
  );
  expect(existsSync(path("first.db.seal-key"))).toBe(false);
  const sealKey = Buffer.alloc(32, 7).toString("base64");
  await stop(await serveAsbuilt({ ...on("first.db"), ASBUILT_SEAL_KEY: sealKey }));
  expect(countOf(path("first.db"), "seal")).toBeGreaterThan(0);
});

test("a tail that was cut off is found only with an anchor", async () => {
  copy("cut.db");
  const database = new Database(path("cut.db"));
  const { id, firstSeq } = database
    .prepare("select id, first_seq as firstSeq from seal order by id desc limit 1")
    .get() as { id: number; firstSeq: number };
  database.close();
  edit(
    "cut.db",
    `delete from seal where id = ${id}; delete from change_log where seq >= ${firstSeq};
    update sqlite_sequence set seq = ${firstSeq - 1} where name = 'change_log'`,
  );
  const cut = await asbuilt(verifyWithAnchor("cut.db"));
  expect(cut.stdout).toContain(`seal ${id}: it is missing, but the anchor names it`);
  expect(cut.status).toBe(1);
});

test("a file can hold several anchors, one to a line, with lines that were cut off", async () => {
  const anchors = rowsOf(path("plant.db"), "select id, hash from seal order by id");
  expect(anchors.length).toBeGreaterThan(1);
  const lines = anchors.map((anchor) => JSON.stringify({ at: "2026-01-31T08:00:00.000Z", anchor }));
  const file = path("anchors.log");
  const verifyWith = async (...written: string[]) => {
    writeFileSync(file, `${written.join("\n")}\n`);
    return asbuilt(["verify", path("plant.db"), "--anchor", file]);
  };
  const count = lines.length + 1;
  const newest = readFileSync(path("anchor.json"), "utf8").trim();
  const sound = await verifyWith(...lines, newest);
  expect(sound.stdout).toContain(`plant.db: checked against ${count} anchors\n`);
  expect(sound).toMatchObject({ status: 0, stderr: "" });

  const cutOff = await verifyWith(lines[0]!.slice(0, 40), "", ...lines, newest);
  expect(cutOff.stdout).toContain(`plant.db: checked against ${count} anchors\n`);
  expect(cutOff.stderr).toBe(`${file}: ignored line 1, which holds no anchor\n`);
  expect(cutOff.status).toBe(0);

  // Each counts, and not only the last: that can be of another history.
  const { hash } = JSON.parse(newest);
  const another = JSON.stringify({ at: "2026-01-31T08:00:00.000Z", anchor: { id: 1, hash } });
  const replaced = await verifyWith("{}", another, "[]", newest);
  expect(replaced.stdout).toContain("seal 1: it is not the seal that the anchor names\n");
  expect(replaced.stderr).toBe(
    `${file}: ignored 2 lines that hold no anchor, the first of them line 1\n`,
  );
  expect(replaced.status).toBe(1);

  const formatted = await verifyWith(JSON.stringify(JSON.parse(newest), undefined, 2));
  expect(formatted.stdout).toContain("plant.db: checked against 1 anchor\n");
  expect(formatted).toMatchObject({ status: 0, stderr: "" });
});

test("an edited row is named, and so is a key that has not sealed", async () => {
  copy("edited.db");
  edit("edited.db", "update change_log set comment = 'another' where seq = 9");
  const { stdout } = await asbuilt(["verify", path("edited.db")], {
    ASBUILT_SEAL_KEY: Buffer.alloc(32, 7).toString("base64"),
  });
  expect(stdout).toContain("change_log 9: it was changed after it was sealed (seal 1)");
  expect(stdout).toContain("its trigger change_log_update is not as asbuilt makes it");
  expect(stdout).toMatch(/^seals 1 to \d+: \d+ are signed by [\w-]{43}, which is not trusted\./m);
});

test("a text with a zero byte, which every reader would cut there, is reported", async () => {
  copy("cut-text.db");
  edit("cut-text.db", "update material_item set serial_key = serial_key || char(0) where id = 1");
  const { status, stdout } = await asbuilt(verifyWithAnchor("cut-text.db"));
  expect(stdout).toMatch(
    /it is damaged: rows 1 to \d+ of material_item contain text with a zero byte/,
  );
  expect(status).toBe(1);
});

test("characters that a terminal would act on are printed visibly", async () => {
  copy("forged.db");
  // Clears the line, hides text, begins a line and reverses it. In UTF-8, also a C1 control.
  const forged = "char(27, 91, 56, 109, 10, 13, 127, 155, 8238, 8232)";
  edit("forged.db", `update material_item set visual_serial_no = 'LOT' || ${forged} where id = 1`);
  const shown = String.raw`\u001b[8m\u000a\u000d\u007f\u009b\u202e\u2028`;
  const { stdout } = await asbuilt(["verify", path("forged.db")]);
  expect(stdout).toContain(`MaterialItem 1 (LOT${shown}): its visualSerialNo is `);
  expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
});

test("control characters in a key's name are printed visibly, between tabs", async () => {
  copy("named.db");
  const database = new Database(path("named.db"));
  database.exec("update api_key set name = 'shell' || char(27) || '[8m' || char(9) || 'admin'");
  database.close();
  const { stdout } = await asbuilt(["key", "list"], on("named.db"));
  expect(stdout).toContain(String.raw`shell\u001b[8m\u0009admin` + "\texpires never\tused ");
});

test("a copy is verified with the key of the configured database", async () => {
  copy("copied.db");
  const verify = (name: string) => asbuilt(["verify", path("copied.db")], on(name));
  expect(await verify("plant.db")).toMatchObject({ status: 0 });
  writeFileSync(path("other.db.seal-key"), Buffer.alloc(32, 7).toString("base64url"));
  const { status, stdout } = await verify("other.db");
  const told =
    /^seals 1 to (\d+): \1 are signed by [\w-]{43}, which is not trusted\. If .+, add it to ASBUILT_TRUSTED_SEAL_KEYS$/m;
  expect(stdout).toMatch(told);
  expect(stdout).toMatch(/, 1 problem\n$/);
  expect(status).toBe(1);
  const unknown = await verify("keyless.db");
  expect(unknown.stdout).toContain("no sealing key is known here, so any key was accepted\n");
  expect(unknown.status).toBe(0);
});

test("a sealing key or an anchor that can't be used is reported, with status 2", async () => {
  const badKey = await asbuilt(["verify", path("plant.db")], { ASBUILT_SEAL_KEY: "short" });
  expect(badKey.stderr).toBe("ASBUILT_SEAL_KEY: 32 bytes as base64\n");
  expect(badKey.status).toBe(2);
  writeFileSync(path("other.json"), "{}");
  const badAnchor = await asbuilt(["verify", path("plant.db"), "--anchor", path("other.json")]);
  expect(badAnchor.stderr).toMatch(
    /^--anchor: \S+other\.json contains no output of `asbuilt anchor`, and no line of ASBUILT_ANCHOR_LOG\n$/,
  );
  expect(badAnchor.status).toBe(2);
  const noFile = await asbuilt(["verify", path("plant.db"), "--anchor", path("none.json")]);
  expect(noFile.stderr).toMatch(/^--anchor: \S+none\.json can't be read: ENOENT.*\n$/);
  expect(noFile.status).toBe(2);
});

test("a service whose key file can't be read ends before it serves, and names the file", async () => {
  mkdirSync(path("unread.db.seal-key"));
  const { status, stderr } = await asbuilt(["serve"], { ...on("unread.db"), PORT: "0" });
  expect(stderr).toMatch(/^\S+unread\.db\.seal-key: the sealing key can't be read: EISDIR.*\n$/);
  expect(status).toBe(1);
});

test("a service whose key file holds no key ends before it serves, and names the file", async () => {
  const database = path("without-a-key.db");
  writeFileSync(`${database}.seal-key`, "no key\n");
  const { status, stdout, stderr } = await asbuilt(["serve"], {
    DATABASE_URL: `file:${database}`,
    PORT: "0",
  });
  expect(stderr).toBe(`${database}.seal-key: a sealing key is 32 bytes as base64.\n`);
  expect(stdout).not.toContain("Serving.");
  expect(status).toBe(1);
});

test("a record is not sealed by another key unless the one that sealed it is trusted", async () => {
  const keyFile = path("plant.db.seal-key");
  copy("lost.db");
  const sealer = sealerOf("lost.db");
  const start = (more: object = {}) => asbuilt(["serve"], { ...on("lost.db"), PORT: "0", ...more });
  const why = (where: string, what: string) =>
    `${where}: the change log is sealed by ${sealer}, and ${what}: put that key back, or add ` +
    `${sealer} to ASBUILT_TRUSTED_SEAL_KEYS to continue with another\n`;
  const file = path("lost.db.seal-key");
  expect(await start()).toMatchObject({
    stdout: "",
    stderr: why(file, "there is no such file"),
    status: 1,
  });
  expect(existsSync(file)).toBe(false);
  const other = Buffer.alloc(32, 7).toString("base64");
  expect(await start({ ASBUILT_SEAL_KEY: other })).toMatchObject({
    stderr: why("ASBUILT_SEAL_KEY", "this is another key"),
    status: 1,
  });
  writeFileSync(file, other);
  expect(await start()).toMatchObject({ stderr: why(file, "this is another key"), status: 1 });

  copyFileSync(keyFile, file);
  await stop(await serveAsbuilt(on("lost.db")));
  renameSync(file, path("lost.seal-key"));
  const trusting = { ...on("lost.db"), ASBUILT_TRUSTED_SEAL_KEYS: sealer };
  const served = async () => (await stop(await serveAsbuilt(trusting))).stderr;
  const replaced = "Another sealing key seals from now on.";
  expect(await served()).toMatch(
    new RegExp(`"from":"${sealer}","to":"[\\w-]{43}","msg":"${replaced}"`),
  );
  expect(await asbuilt(forKey, trusting)).toMatchObject({ status: 0 });
  expect(await served()).not.toContain(replaced);
  expect(readFileSync(file, "utf8")).not.toBe(readFileSync(keyFile, "utf8"));
  expect(await asbuilt(["verify"], trusting)).toMatchObject({ status: 0 });
});

test("a start or a command without the key of an old record leaves its database as it is", async () => {
  const old = join(import.meta.dirname, "fixtures", "plant-0.1.db.gz");
  const file = path("old.db");
  writeFileSync(file, gunzipSync(readFileSync(old)));
  const before = readFileSync(file);
  for (const command of [
    ["serve"],
    ["migrate"],
    ["key", "list"],
    ["export", "--to", path("exported")],
  ]) {
    const { status, stdout, stderr } = await asbuilt(command, { ...on("old.db"), PORT: "0" });
    expect(stderr, command[0]).toMatch(
      /^\S+old\.db\.seal-key: the change log is sealed by \S+, and there is no such file: put that key back, [^\n]+\n$/,
    );
    expect({ status, stdout }, command[0]).toEqual({ status: 1, stdout: "" });
  }
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(existsSync(`${file}.anchor`)).toBe(false);
  const trusting = { ...on("old.db"), ASBUILT_TRUSTED_SEAL_KEYS: sealerOf("old.db") };
  await stop(await serveAsbuilt(trusting));
});

test("a database has one sealing key, also through a link", async () => {
  mkdirSync(path("elsewhere"));
  const link = join(path("elsewhere"), "linked.db");
  symlinkSync(path("plant.db"), link);
  await stop(await serveAsbuilt({ DATABASE_URL: `file:${link}` }));
  expect(existsSync(`${link}.seal-key`)).toBe(false);
  const { status, stdout } = await asbuilt(["verify", link], on("keyless.db"));
  expect(stdout).not.toContain("no sealing key is known here");
  expect(status).toBe(0);
});

const forKeyOf = (role: string) =>
  ["key", "create", "--user", "Administrator", "--role", role, "--name", "n"] as const;
const forKey = forKeyOf("viewer");

test("a verification over HTTP trusts no key but those of the service", async () => {
  copy("two-keys.db");
  const sealer = sealerOf("two-keys.db");
  const ASBUILT_SEAL_KEY = Buffer.alloc(32, 7).toString("base64");
  const other = { ...on("two-keys.db"), ASBUILT_SEAL_KEY };
  const trusting = { ...other, ASBUILT_TRUSTED_SEAL_KEYS: sealer };
  // The other key made the last seal, so from then on it can seal alone.
  const { stdout } = await asbuilt(forKeyOf("admin"), trusting);
  const service = await serveAsbuilt(other);
  const as = requestsTo({ ...service, key: stdout.trim() });
  expect(await as.done("post", "/api/Audit/Verify", { limit: 1 })).toMatchObject({
    isSound: false,
    findings: [
      {
        record: expect.stringMatching(/^seals 1 to \d+$/),
        problem: expect.stringContaining(` signed by ${sealer}, which is not trusted.`),
      },
    ],
  });
  await stop(service);
});

test("a command that writes while no service runs seals its rows as it ends", async () => {
  writeFileSync(path("loaded.db.seal-key"), Buffer.alloc(32, 7).toString("base64url"));
  const loaded = await asbuilt(["import", join(root, "seed/demo"), users()], on("loaded.db"));
  expect(loaded).toMatchObject({ status: 0, stderr: "" });
  // This process opens no file here: libSQL would keep it open, and it is restored below.
  const sealedRows = async () => {
    const { status, stdout } = await asbuilt(["verify"], on("loaded.db"));
    expect(status).toBe(0);
    const [, rows] = /: (\d+) rows of the change log sealed by [\w-]{43}, 0 not yet\n/.exec(
      stdout,
    )!;
    return Number(rows);
  };
  const atFirst = await sealedRows();
  expect(await asbuilt(forKey, on("loaded.db"))).toMatchObject({ status: 0, stderr: "" });
  expect(await sealedRows()).toBe(atFirst + 1);

  // A backup can't bring a revoked key back unnoticed if an anchor was taken since.
  const backup = await asbuilt(["backup", path("loaded.backup")], on("loaded.db"));
  expect(backup).toMatchObject({ status: 0, stderr: "" });
  expect(await asbuilt(["key", "revoke", "1"], on("loaded.db"))).toMatchObject({ status: 0 });
  expect(await sealedRows()).toBe(atFirst + 2);
  const { stdout } = await asbuilt(["anchor"], on("loaded.db"));
  writeFileSync(path("loaded.json"), stdout);
  const restored = await asbuilt(
    ["restore", path("loaded.backup"), "--force", "--reason", "The disk failed"],
    on("loaded.db"),
  );
  expect(restored).toMatchObject({ status: 0, stderr: "" });
  const back = await asbuilt(["verify", "--anchor", path("loaded.json")], on("loaded.db"));
  expect(back.stdout).toMatch(/^seal \d+: it is missing, but the anchor names it/m);
  expect(back.status).toBe(1);
});

test("the rows that a killed service left are sealed before an anchor or a backup", async () => {
  for (const name of ["anchor.db", "backup.db"]) {
    copy(name);
    copyFileSync(path("plant.db.seal-key"), path(`${name}.seal-key`));
    unseal(name);
  }
  const last = countOf(path("plant.db"), "change_log");
  const { stdout, stderr } = await asbuilt(["anchor"], on("anchor.db"));
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toMatchObject({ lastSeq: last });
  await asbuilt(["backup", path("a.backup")], on("backup.db"));
  expect((await asbuilt(["verify", path("a.backup")])).stdout).toContain(", 0 not yet\n");
});

test("a failed seal is reported in one line, and the command's work is done", async () => {
  copy("keyless-rows.db");
  const rows = countOf(path("plant.db"), "change_log");
  const sealed = rowsOf(path("plant.db"), "select max(last_seq) as n from seal")[0]!["n"];
  expect(sealed).toBe(rows);
  const unsealed = (n: number) =>
    new RegExp(`^\\S+keyless-rows.db: no seal covers the last ${n} rows of the change log: .+\n$`);
  const made = await asbuilt(forKey, on("keyless-rows.db"));
  expect(made.stdout).toMatch(/^ab_\S+\n$/);
  expect(made.stderr).toMatch(unsealed(1));
  expect(made.status).toBe(0);
  expect(existsSync(path("keyless-rows.db.seal-key"))).toBe(false);
  const anchor = await asbuilt(["anchor"], on("keyless-rows.db"));
  expect(JSON.parse(anchor.stdout)).toMatchObject({ lastSeq: rows });
  expect(anchor.stderr).toMatch(unsealed(1));
  const backup = await asbuilt(["backup", path("unsealed.backup")], on("keyless-rows.db"));
  expect(backup.stderr).toMatch(unsealed(1));
  expect(backup.status).toBe(0);
});

test("commands seal at the same time as a service and as each other", async () => {
  copy("beside.db");
  copyFileSync(path("plant.db.seal-key"), path("beside.db.seal-key"));
  const service = await serveAsbuilt(on("beside.db"));
  const made = await Promise.all(Array.from({ length: 6 }, () => asbuilt(forKey, on("beside.db"))));
  for (const { status, stderr } of made)
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  service.child.kill("SIGKILL");
  await service.ended;
  const { status, stdout } = await asbuilt(["verify"], on("beside.db"));
  expect(stdout).toContain(", 0 not yet\n");
  expect(status).toBe(0);
});

test("a failed sealing reports why, and starts again the next time", async () => {
  mkdirSync(path("failing"));
  copy("failing/plant.db");
  const file = path("failing/plant.db");
  const database = { url: `file:${file}` };
  const plant = openDatabase(database);
  const sealKey = readFileSync(path("plant.db.seal-key"), "utf8").trim();
  // Kept elsewhere, so that it does not fail first.
  const keptAnchor = path("failing.anchor");
  const sealing = await sealingOf({ database, sealKey, trustedSealKeys: [], keptAnchor }, plant);
  renameSync(path("failing"), path("away"));
  await expect(sealing!.seal()).rejects.toThrow("Unable to open");
  renameSync(path("away"), path("failing"));
  execute(file, "alter table change_log rename to away");
  await expect(sealing!.seal()).rejects.toThrow("no such table");
  execute(file, "alter table away rename to change_log");
  await sealing!.seal();
  await sealing!.close();
  plant.close();
});
