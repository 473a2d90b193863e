import {
  chmodSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { migrateDatabase } from "@asbuilt/node/migrate";
import { verifyDatabase } from "@asbuilt/node/verification";
import { afterAll, describe, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import {
  asbuilt,
  asOthers,
  type Served,
  serveAsbuilt,
  serveFirst,
  startAsbuilt,
  stop,
  temporaryFolder,
  until,
} from "./processes.ts";
import { countOf, execute, rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const path = (name: string) => join(temporary.path, name);
const on = (name: string) => ({ DATABASE_URL: `file:${path(name)}` });
const first = "an-administrators-key-of-monday-morning";
const second = "another-value-of-the-administrators-key";

const statusWith = async ({ address }: Served, key: string) =>
  (await requestsTo({ address, key }).post("/api/Location/List", {})).status;

/** Returns the lines of a service's log about security or reads. */
const linesOf = (stderr: string): Record<string, unknown>[] =>
  stderr
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ kind }) => kind !== undefined);

describe("the first key", () => {
  const inTerminal = ["sh", "-c", 'exec script -qec "$*" /dev/null', "sh"];

  test("is written to a file of its owner if no terminal shows it", async () => {
    const service = await serveFirst(on("written.db"));
    const file = `${path("written.db")}.admin-key`;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(service.printed.stdout).toContain(`in ${file} `);
    const { stdout, stderr } = await stop(service);
    expect(stdout + stderr).not.toContain("ab_");
    const again = await serveAsbuilt(on("written.db"));
    expect(again.key).toBe(readFileSync(file, "utf8").trim());
    expect(await statusWith(again, again.key)).toBe(200);
    expect((await stop(again)).stdout).toContain(`in ${file} `);
    const shown = startAsbuilt(["serve"], { ...on("written.db"), PORT: "0" }, inTerminal);
    await until(() => shown.printed.stdout.includes(`in ${file} `), shown);
    await stop(shown);
  });

  test("is made once by processes that start together, and each names its file", async () => {
    for (let round = 0; round < 3; round++) {
      const name = `together-${round}.db`;
      const file = `${path(name)}.admin-key`;
      const services = await Promise.all([1, 2, 3].map(() => serveAsbuilt(on(name))));
      for (const service of services) expect(service.printed.stdout).toContain(`in ${file} `);
      const key = readFileSync(file, "utf8").trim();
      for (const service of services) expect(await statusWith(service, key)).toBe(200);
      const keys = await requestsTo({ ...services[0]!, key }).done("post", "/api/ApiKey/List", {});
      expect(keys).toHaveLength(1);
      await Promise.all(services.map((service) => stop(service)));
      const left = readdirSync(dirname(file)).filter((one) => one.startsWith(`${name}.admin-key`));
      expect(left).toEqual([`${name}.admin-key`]);
    }
  });

  test("has its file at the next start if the first was killed before it had it", async () => {
    const file = `${path("killed.db")}.admin-key`;
    const service = await serveAsbuilt(on("killed.db"));
    await stop(service);
    // As the kills of a start leave them: a key that was made, one that was not, and a sealing key.
    renameSync(file, `${file}.0123456789ab.part`);
    writeFileSync(`${file}.fedcba987654.part`, "ab_of-a-start-that-made-none\n");
    const sealKey = `${path("killed.db")}.seal-key`;
    linkSync(sealKey, `${sealKey}.0123456789ab.part`);
    const again = await serveAsbuilt(on("killed.db"));
    expect(again.key).toBe(service.key);
    expect(await statusWith(again, again.key)).toBe(200);
    const left = readdirSync(dirname(file)).filter((one) => /^killed.*part$/.test(one));
    expect(left).toEqual([]);
    expect(existsSync(sealKey)).toBe(true);
    await stop(again);
  });

  test("is printed once in a terminal", async () => {
    const env = { ...on("printed.db"), PORT: "0" };
    const service = startAsbuilt(["serve"], env, inTerminal);
    await until(
      () => /ab_\S+ +\(an administrator's, printed only now\)/.test(service.printed.stdout),
      service,
    );
    await stop(service);
    expect(existsSync(`${path("printed.db")}.admin-key`)).toBe(false);
    const again = startAsbuilt(["serve"], env, inTerminal);
    await until(() => again.printed.stdout.includes("the one that the first start printed"), again);
    await stop(again);
  });
});

describe("another value of ASBUILT_ADMIN_KEY", () => {
  test("ends the key of the value before, and no other", async () => {
    const before = await serveAsbuilt({ ...on("changed.db"), ASBUILT_ADMIN_KEY: first });
    expect(await statusWith(before, first)).toBe(200);
    const { key } = await requestsTo({ ...before, key: first }).done("post", "/api/ApiKey/Create", {
      name: "Second",
      user: "Administrator",
      role: "admin",
    });
    await stop(before);
    const after = await serveAsbuilt({ ...on("changed.db"), ASBUILT_ADMIN_KEY: second });
    // Before the new key was ever used.
    expect(await statusWith(after, first)).toBe(401);
    expect([await statusWith(after, second), await statusWith(after, key)]).toEqual([200, 200]);
    const { stderr } = await stop(after);
    expect(linesOf(stderr)[0]).toMatchObject({ kind: "key_replaced", endedKeyId: 1, keyId: 3 });
    expect(stderr).not.toContain(second.slice(0, 12));
    const { problems } = await verifyDatabase({ url: `file:${path("changed.db")}` }, "changed.db");
    expect(problems).toEqual([]);
  });

  test("ends the key that version 0.1 made once a start has seen its value", async () => {
    const made = "fixture-admin-key-fixture-admin-key-1";
    const recorded = readFileSync(join(import.meta.dirname, "fixtures", "plant-0.1.db.gz"));
    writeFileSync(path("recorded.db"), gunzipSync(recorded));
    const seal = { ASBUILT_SEAL_KEY: Buffer.alloc(32, 7).toString("base64") };
    const at = { ...on("recorded.db"), ...seal };
    const logged = countOf(path("recorded.db"), "change_log");
    await stop(await serveAsbuilt({ ...at, ASBUILT_ADMIN_KEY: made }));
    // The row of a migration, and that of the key.
    expect(countOf(path("recorded.db"), "change_log")).toBe(logged + 2);
    const after = await serveAsbuilt({ ...at, ASBUILT_ADMIN_KEY: second });
    expect([await statusWith(after, made), await statusWith(after, second)]).toEqual([401, 200]);
    await stop(after);
  });

  test("ends the key that a table named before the record did", async () => {
    const start = (value: string) => serveAsbuilt({ ...on("table.db"), ASBUILT_ADMIN_KEY: value });
    await stop(await start(first));
    const triggers = "select sql from sqlite_schema where name = 'change_log_update'";
    const [trigger] = rowsOf(path("table.db"), triggers);
    for (const statement of [
      "drop trigger change_log_update",
      "update change_log set after = json_remove(after, '$.configuredAt')",
      String(trigger!["sql"]),
      "alter table api_key drop column configured_at",
      "alter table external_system add at integer",
      "create table configured_key (only integer primary key, key_id integer not null)",
      "insert into configured_key select 1, id from api_key",
      "alter table change_log drop column traceparent",
      "drop table lot_transfer",
      "drop table build_move",
      "drop table role",
      "alter table user drop column roles",
      "drop table batch_hold",
      "drop index material_item_further_holds",
      "alter table material_item drop column further_hold_reason_ids",
      "drop index material_item_own_version",
      "alter table material_item drop column own_version_id",
      ...["origin", "destination"].flatMap((field) => [
        `drop index material_item_${field}`,
        `alter table material_item drop column ${field}_key`,
        `alter table material_item drop column ${field}`,
      ]),
      "drop table foreign_part",
      "drop table foreign_seal",
      "drop table foreign_unit",
      "drop table plant",
      "drop index works_order_first_version",
      "alter table works_order drop column first_version_id",
      "drop index change_log_former_batch",
      "drop index change_log_former_delivery",
      "drop table signature",
      "drop table signature_rule",
      "drop table signature_meaning",
      "drop table pin_guess",
      "drop table user_pin",
      "drop table room_level",
      "drop index user_badge",
      "alter table user drop column badge",
      "alter table user drop column badge_key",
      "alter table user drop column pin_set_at",
      "drop table directory_session",
      "drop index user_of_directory",
      "alter table user drop column issuer",
      "alter table user drop column subject",
      "alter table user drop column roles_at",
      "drop table session_use",
      "drop table session",
      "drop table attachment",
      "drop table keyed_answer",
      "alter table external_ref drop column answer",
      `delete from __drizzle_migrations where created_at in (
        select created_at from __drizzle_migrations order by created_at desc limit 19)`,
    ]) {
      execute(path("table.db"), statement);
    }
    const after = await start(second);
    expect([await statusWith(after, first), await statusWith(after, second)]).toEqual([401, 200]);
    await stop(after);
    const said =
      "select action, before, after from change_log where action in ('configured', 'revoked')";
    const [at] = rowsOf(path("table.db"), "select configured_at as at from api_key order by id");
    const { at: configuredAt } = at!;
    expect(rowsOf(path("table.db"), said)).toMatchObject([
      {
        action: "configured",
        before: '{"configuredAt":null}',
        after: JSON.stringify({ configuredAt }),
      },
      { action: "revoked" },
    ]);
    const { problems } = await verifyDatabase({ url: `file:${path("table.db")}` }, "table.db");
    expect(problems.filter((problem) => problem.includes("ApiKey"))).toEqual([]);
  });

  test("that was ended before ends nothing, and the service says so", async () => {
    const start = (value: string) => serveAsbuilt({ ...on("again.db"), ASBUILT_ADMIN_KEY: value });
    await stop(await start(first));
    await stop(await start(second));
    const again = await start(first);
    expect([await statusWith(again, first), await statusWith(again, second)]).toEqual([401, 200]);
    const { stderr } = await stop(again);
    expect(stderr).toContain("ASBUILT_ADMIN_KEY is a key that is revoked");
  });
});

test.for([
  ["short", "k7-Qx"],
  ["the same character", "a".repeat(40)],
  ["few different characters", "abcabcabcdabcdabcdefabcabdabcfgabcc"],
  ["a word that is repeated", "plantkey-plantkey-plantkey-plantkey-"],
  ["a text that is repeated and cut off", "0a1b2c3d4e5f6g7h0a1b2c3d4e5f6g7h0a"],
  ["a well-known word", "ChangeMe-k7Qx92-mmPz-11-now-please!!"],
  ["a password", "my-Passw0rd-is-long-enough-for-this-plant"],
])("a key that is %s is refused at the start, and not printed", async ([, key]) => {
  const { status, stderr } = await asbuilt(["serve"], {
    ...on("weak.db"),
    ASBUILT_ADMIN_KEY: key!,
  });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^ASBUILT_ADMIN_KEY: at least 32 [^\n]+ different[^\n]+\n$/);
  expect(stderr).not.toContain(key);
});

describe("a secret in a file", () => {
  const file = (name: string, text: string) => {
    writeFileSync(path(name), text);
    return path(name);
  };

  test.for(["", "\n", "\r\n"])("is read without the line break at its end: %j", async (end) => {
    const service = await serveAsbuilt({
      ...on("secret.db"),
      ASBUILT_ADMIN_KEY_FILE: file("admin-key", first + end),
      ASBUILT_SEAL_KEY_FILE: file("seal-key", Buffer.alloc(32, 7).toString("base64") + end),
    });
    expect(await statusWith(service, first)).toBe(200);
    await stop(service);
  });

  test("is refused if it breaks the rule of its variable, or can't be read", async () => {
    const nowhere = path("nowhere");
    const { status, stderr } = await asbuilt(["serve"], {
      ...on("secret.db"),
      ASBUILT_ADMIN_KEY_FILE: file("weak", "weak\n"),
      ASBUILT_SEAL_KEY_FILE: nowhere,
      DATABASE_AUTH_TOKEN_FILE: file("token", "token"),
      DATABASE_AUTH_TOKEN: "token",
    });
    expect(status).toBe(2);
    expect(stderr.trimEnd().split("\n")).toEqual([
      "DATABASE_AUTH_TOKEN_FILE: DATABASE_AUTH_TOKEN is set too. Set one of them",
      `ASBUILT_SEAL_KEY_FILE: the file can't be read: ENOENT: no such file or directory, open '${nowhere}'`,
      expect.stringMatching(/^ASBUILT_ADMIN_KEY: at least 32 /),
    ]);
    const ASBUILT_ADMIN_KEY_FILE = file("hidden", `${first}\n`);
    chmodSync(ASBUILT_ADMIN_KEY_FILE, 0);
    const env = { ...on("secret.db"), ASBUILT_ADMIN_KEY_FILE };
    const hidden = await startAsbuilt(["serve"], env, asOthers).ended;
    const self = userInfo().username;
    expect(hidden).toEqual({
      status: 2,
      stdout: "",
      stderr: `ASBUILT_ADMIN_KEY_FILE: the file can't be read: ${ASBUILT_ADMIN_KEY_FILE} belongs to ${self} with mode 0, and asbuilt runs as ${self}: run chmod u+r ${ASBUILT_ADMIN_KEY_FILE}\n`,
    });
  });
});

test("a key of the command line is logged with the system's user, and has its bounds", async () => {
  const location = { ...on("command.db"), ASBUILT_KEY_DAYS: "30" };
  await stop(await serveAsbuilt(location));
  const args = ["--user", "Administrator", "--role", "operator", "--name", "Line 3"];
  const bounds = ["--addresses", "10.0.0.0/8 192.0.2.7", "--systems", "ERP", "MES"];
  const made = await asbuilt(
    ["key", "create", ...args, ...bounds, "--operations", "buildBuild"],
    location,
  );
  expect(made).toMatchObject({ status: 0, stderr: "" });
  const [logged] = rowsOf(
    path("command.db"),
    "select request_id, after from change_log where entity = 'ApiKey' order by seq desc limit 1",
  );
  const name = userInfo()
    .username.replaceAll(/[^\w-]/g, "_")
    .slice(0, 14);
  expect(logged!["request_id"]).toMatch(new RegExp(`^command-line\\.${name}\\.[\\da-f-]{36}$`));
  const after = JSON.parse(String(logged!["after"])) as Record<string, number>;
  expect(after).toMatchObject({
    addresses: ["10.0.0.0/8", "192.0.2.7"],
    externalSystems: ["ERP", "MES"],
    operations: ["buildBuild"],
  });
  expect(after["expiresAt"]! - after["createdAt"]!).toBe(30 * 86_400_000);
  const { stdout } = await asbuilt(["key", "list"], location);
  expect(stdout).toMatch(
    /\tused never\taddresses 10\.0\.0\.0\/8 192\.0\.2\.7\tsystems ERP MES\toperations buildBuild\n$/,
  );
});

test("an option of a command that breaks a rule is named, with its value", async () => {
  await stop(await serveAsbuilt(on("options.db")));
  const args = ["--user", "Administrator", "--role", "operator", "--name", ""];
  const bounds = ["--addresses", "10.0.0.1", "10.0.0.300", "bay", "--operations", "build"];
  const { stderr, status } = await asbuilt(["key", "create", ...args, ...bounds], on("options.db"));
  const address = "An IP address or a network, such as 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32.";
  expect(stderr.trimEnd().split("\n")).toEqual([
    "--name: Must not be empty.",
    `--addresses 10.0.0.300: ${address}`,
    `--addresses bay: ${address}`,
    "--operations build: The operationId of an operation, such as materialItemReceive.",
  ]);
  expect(status).toBe(1);
  const taken = await asbuilt(["take-over", "--reason", ""], on("options.db"));
  expect(taken.stderr).toMatch(/^--reason: [^\n]+\n$/);
});

test("a service notes when keys are used, and logs reads where that is configured", async () => {
  const before = Date.now();
  const service = await serveAsbuilt({
    ...on("used.db"),
    ASBUILT_ADMIN_KEY: first,
    ASBUILT_READ_LOG: "1",
  });
  const requests = requestsTo({ ...service, key: first });
  await requests.post("/api/Location/List", { name: "Main" });
  const { stderr } = await stop(service);
  expect(linesOf(stderr)).toMatchObject([
    { kind: "read", operation: "locationList", keyId: 1, body: '{"name":"Main"}' },
  ]);
  const listed = await asbuilt(["key", "list"], on("used.db"));
  expect(listed.stdout).toMatch(/\texpires never\tused 20\S+Z\n$/);
  const [use] = rowsOf(path("used.db"), "select key_id, at from api_key_use");
  expect(use!["key_id"]).toBe(1);
  const at = Number(use!["at"]);
  expect([at % 60_000, at > before - 60_000, at <= Date.now()]).toEqual([0, true, true]);
});

test("a session has the limits that are configured, and its use is written when the service stops", async () => {
  const limits = { ASBUILT_SESSION_IDLE_MINUTES: "7", ASBUILT_SESSION_HOURS: "2" };
  const service = await serveAsbuilt({ ...on("session.db"), ASBUILT_ADMIN_KEY: first, ...limits });
  const requests = requestsTo({ ...service, key: first });
  const { headers, body } = await requests.post("/api/Session/Create", {});
  expect(body.idleMinutes).toBe(7);
  expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(2 * 3_600_000);
  const Cookie = headers.get("Set-Cookie")!.split(";", 1)[0]!;
  const by = { key: null, headers: { Cookie, "Sec-Fetch-Site": "same-origin" } };
  const own = await requests.post("/api/Session/Get", {}, by);
  expect(own.body).toMatchObject({ sessionID: body.id, user: "Administrator" });
  await stop(service);
  const [use] = rowsOf(path("session.db"), "select session_id, at from session_use");
  expect(use!["session_id"]).toBe(body.id);
  expect(Number(use!["at"])).toBeGreaterThanOrEqual(Date.parse(body.createdAt));
  const refused = await asbuilt(["serve"], {
    ...on("session.db"),
    ASBUILT_SESSION_IDLE_MINUTES: "4",
    ASBUILT_SESSION_HOURS: "169",
  });
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain(
    "ASBUILT_SESSION_IDLE_MINUTES: a whole number of minutes from 5 to 1440\n" +
      "ASBUILT_SESSION_HOURS: a whole number of hours from 1 to 168\n",
  );
});

test("after an upgrade from version 0.1, a system is its first user's", async () => {
  const recorded = readFileSync(join(import.meta.dirname, "fixtures", "plant-0.1.db.gz"));
  const database = path("owners.db");
  writeFileSync(database, gunzipSync(recorded));
  // Another user used two systems, one of them later than the administrator.
  execute(
    database,
    `insert into user (id, rev_no, name, name_key, is_active) values (99, 1, 'M', 'm', 1);
    insert into external_ref select 'ERP', 'later', method, path, body_hash, operation_id, decision,
      99, at + 1000 from external_ref where id = 'line-1';
    insert into external_ref select 'MES', 'first', method, path, body_hash, operation_id, decision,
      99, at from external_ref where id = 'line-1'`,
  );
  const owner = rowsOf(database, "select user_id from external_ref where id = 'line-1'")[0]!;
  await migrateDatabase({ url: `file:${database}` });
  const owners = rowsOf(database, "select system, user_id from external_system order by system");
  expect(owners).toEqual([
    { system: "ERP", user_id: owner["user_id"] },
    { system: "MES", user_id: 99 },
  ]);
});
