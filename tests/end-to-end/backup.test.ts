import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import {
  asbuilt,
  type Served,
  serveAsbuilt,
  startAsbuilt,
  stop,
  temporaryFolder,
} from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const path = (name: string) => join(temporary.path, name);
const at = (name: string) => ({ DATABASE_URL: `file:${path(name)}` });
const key = "an-administrators-key-of-the-backup-tests";
const serve = (name: string, more: Readonly<Record<string, string>> = {}) =>
  serveAsbuilt({ ...at(name), ASBUILT_SEED: "demo", ASBUILT_ADMIN_KEY: key, ...more });

const receive = ({ address }: Served, visualSerialNo: string) =>
  requestsTo({ address, key }).done("post", "/api/MaterialItem/Receive", {
    productName: "Seal",
    visualSerialNo,
    qty: 5,
  });
const holds = async ({ address }: Served, visualSerialNo: string): Promise<boolean> => {
  const items = await requestsTo({ address, key }).done("post", "/api/MaterialItem/List", {
    visualSerialNo,
  });
  return items.length === 1;
};

/** Only root can give a file to another user. */
const isRoot = process.getuid?.() === 0;
const modeOf = (name: string) => statSync(path(name)).mode & 0o777;

/** Runs a command as root, but subject to the permissions of files like any user. */
const mayNotWrite = ["--bounding-set", "-dac_override,-dac_read_search"];

beforeAll(async () => {
  await stop(await serve("demo.db"));
});

test("a backup is made and restored, and an open database is never replaced", async () => {
  const service = await serve("plant.db");
  await receive(service, "BEFORE");
  const made = await asbuilt(["backup", path("plant.backup")], at("plant.db"));
  expect(made).toMatchObject({ status: 0, stderr: "" });
  expect(modeOf("plant.backup")).toBe(0o600);
  await receive(service, "AFTER");

  const again = await asbuilt(["backup", path("plant.backup")], at("plant.db"));
  expect(again.stderr).toBe(`${path("plant.backup")}: exists already, and is not overwritten\n`);
  expect(again.status).toBe(1);
  const why = ["--reason", "The last receipt was a mistake"];
  const restore = (...options: string[]) =>
    asbuilt(["restore", path("plant.backup"), ...why, ...options], at("plant.db"));
  expect(await restore()).toMatchObject({
    status: 1,
    stderr: `${path("plant.db")}: a database exists here, which --force replaces\n`,
  });
  expect(await restore("--force")).toMatchObject({
    status: 1,
    stderr: `${path("plant.db")}: a process has it open. Stop the service first.\n`,
  });
  expect(await holds(service, "AFTER")).toBe(true);
  // The last commit is still in the write-ahead log, which must not mix into the restored file.
  await stop(service, "SIGKILL");
  expect(existsSync(path("plant.db-wal"))).toBe(true);
  chmodSync(path("plant.db"), 0o640);
  if (isRoot) chownSync(path("plant.db"), 65_534, 65_534);
  expect(await restore("--force")).toMatchObject({ status: 0, stderr: "" });
  expect(modeOf("plant.db")).toBe(0o640);
  if (isRoot) expect(statSync(path("plant.db"))).toMatchObject({ uid: 65_534, gid: 65_534 });
  for (const suffix of ["-wal", "-shm"]) expect(existsSync(path("plant.db") + suffix)).toBe(false);

  const restored = await serve("plant.db");
  expect(await holds(restored, "BEFORE")).toBe(true);
  expect(await holds(restored, "AFTER")).toBe(false);
  await stop(restored);
  expect(await asbuilt(["verify"], at("plant.db"))).toMatchObject({ status: 0 });
});

test.for([
  ["moved away", "moved.db", "elsewhere.db"],
  ["replaced by a copy", "copy.db", "replaced.db"],
] as const)("a service ends whose database file is %s", async ([, from, to]) => {
  const service = await serve(from === "copy.db" ? to : from);
  if (from === "copy.db") copyFileSync(path("demo.db"), path(from));
  renameSync(path(from), path(to));
  const { status, stderr } = await service.ended;
  expect(stderr).toContain(
    "The database file was moved, replaced or removed while it was served: this service stops.",
  );
  expect(status).toBe(1);
});

test.runIf(isRoot && spawnSync("setpriv", [...mayNotWrite, "true"]).status === 0)(
  "a restore without permission to write a database, which can't tell whether it is open, leaves it alone",
  async () => {
    const service = await serve("shared.db");
    await asbuilt(["backup", path("shared.backup")], at("shared.db"));
    for (const suffix of ["", "-wal", "-shm"]) chmodSync(path("shared.db") + suffix, 0o440);
    const args = ["restore", path("shared.backup"), "--force"];
    const { ended } = startAsbuilt(args, at("shared.db"), ["setpriv", ...mayNotWrite]);
    const { status, stderr } = await ended;
    expect(stderr).toMatch(/^\S+shared\.db: can't be locked for the replacement: .+\n$/);
    expect(status).toBe(1);
    await receive(service, "AFTER");
    await stop(service);
    const again = await serve("shared.db");
    expect(await holds(again, "AFTER")).toBe(true);
    await stop(again);
  },
);

test("a damaged database is replaced, and a damaged backup is not restored", async () => {
  writeFileSync(path("ruin.db"), "once a database");
  writeFileSync(path("ruin.db-wal"), "and its changes");
  const damaged = await asbuilt(["restore", path("ruin.db"), "--force"], at("demo.db"));
  expect(damaged.stderr).toBe(`${path("ruin.db")}: can't be verified: file is not a database\n`);
  expect(damaged.status).toBe(1);
  copyFileSync(path("demo.db"), path("touched.db"));
  alter("touched.db", "update material_item set actual_qty = 1 where id = 1");
  const touched = await asbuilt(["restore", path("touched.db"), "--force"], at("demo.db"));
  expect(touched.stderr).toMatch(/^\S+: not restored: MaterialItem 1 .*\n$/);
  expect(touched.status).toBe(1);

  const into = (more: object = {}) =>
    asbuilt(["restore", path("demo.db"), "--force"], { ...at("ruin.db"), ...more });
  const { status, stdout } = await into();
  const [, sealer] =
    /^\S+: restored from \S+\n\S+: a key that was revoked after this backup is valid again: asbuilt key list shows all\n\S+: sealed by ([\w-]{43}): .+\n$/.exec(
      stdout,
    )!;
  expect(status).toBe(0);
  expect(await asbuilt(["verify"], at("ruin.db"))).toMatchObject({ status: 0 });

  // Since it was served it has its own key, and trusts another key only if it is configured.
  await stop(await serve("ruin.db", { ASBUILT_TRUSTED_SEAL_KEYS: sealer! }));
  const stranger = await into();
  expect(stranger.stderr).toMatch(
    new RegExp(
      `not restored: seals 1 to \\d+: \\d+ are signed by ${sealer}, which is not trusted\\. .+ASBUILT_TRUSTED_SEAL_KEYS\n$`,
    ),
  );
  expect(stranger.status).toBe(1);
  expect(await into({ ASBUILT_TRUSTED_SEAL_KEYS: sealer })).toMatchObject({ status: 0 });
});

test("a restore through a link replaces its target and keeps the link", async () => {
  copyFileSync(path("demo.db"), path("real.db"));
  symlinkSync("real.db", path("link.db"));
  alter("real.db", "update material_item set actual_qty = 1 where id = 1");
  const restored = await asbuilt(["restore", path("demo.db"), "--force"], at("link.db"));
  expect(restored).toMatchObject({ status: 0, stderr: "" });
  expect(lstatSync(path("link.db")).isSymbolicLink()).toBe(true);
  expect(await asbuilt(["verify"], at("real.db"))).toMatchObject({ status: 0 });
});

test("a restore through a link creates a missing target", async () => {
  symlinkSync("yet.db", path("empty-link.db"));
  const restored = await asbuilt(["restore", path("demo.db")], at("empty-link.db"));
  expect(restored).toMatchObject({ status: 0, stderr: "" });
  expect(lstatSync(path("empty-link.db")).isSymbolicLink()).toBe(true);
  expect(await asbuilt(["verify"], at("yet.db"))).toMatchObject({ status: 0 });
});

test("the changes of a lost database are found at the target of a link", async () => {
  symlinkSync("lost.db", path("lost-link.db"));
  writeFileSync(path("lost.db-wal"), "changes");
  const { status, stderr } = await asbuilt(["migrate"], at("lost-link.db"));
  expect(stderr).toMatch(/but \S+lost\.db-wal contains its changes\n$/);
  expect(status).toBe(1);
});

test.for(["-wal", "-journal"])(
  "a lost database's changes in its %s are neither replaced without --force nor mixed in",
  async (suffix) => {
    const name = `gone${suffix}.db`;
    writeFileSync(path(name) + suffix, "changes");
    expect(await asbuilt(["restore", path("demo.db")], at(name))).toMatchObject({
      status: 1,
      stderr: `${path(name)}: a database exists here, which --force replaces\n`,
    });
    expect(await asbuilt(["backup", path(name)], at("demo.db"))).toMatchObject({
      status: 1,
      stderr: `${path(name)}: exists already, and is not overwritten\n`,
    });
    expect(readFileSync(path(name) + suffix, "utf8")).toBe("changes");
  },
);

test("a path that holds no database, or can't hold one, is refused in one line", async () => {
  mkdirSync(path("folder"));
  symlinkSync("circle-two.db", path("circle.db"));
  symlinkSync("circle.db", path("circle-two.db"));
  const [folder, demo, circle] = [at("folder"), at("demo.db"), at("circle.db")];
  for (const [command, env, rule] of [
    [["backup", path("out.db")], folder, /^\S+folder: can't be copied to \S+: .+\n$/],
    [["backup", ""], demo, /^\S+: exists already, and is not overwritten\n$/],
    [
      ["restore", path("demo.db"), "--force"],
      folder,
      /^\S+folder: can't be locked for the replacement: .+\n$/,
    ],
    [["verify"], folder, /folder: can't be verified: .+\n$/],
    [["backup", path("out.db")], circle, /^\S+circle.db: its symbolic links form a loop\n$/],
    [["verify"], circle, /^\S+circle.db: its symbolic links form a loop\n$/],
    [
      ["migrate"],
      circle,
      /^DATABASE_URL: .+ can't be opened: .+: its symbolic links form a loop\n$/,
    ],
    [
      ["migrate"],
      { DATABASE_URL: "file:/proc/none/a.db" },
      /can't be opened: its folder \/proc\/none does not exist: make it\n$/,
    ],
  ] as const) {
    const { status, stderr } = await asbuilt(command, env);
    expect(stderr).toMatch(rule);
    expect(stderr.split("\n")).toHaveLength(2);
    expect(status).toBe(1);
  }
});

test("a database on a server is not backed up as if it were a file", async () => {
  const env = { DATABASE_URL: "http://127.0.0.1:2/plant?authToken=secret" };
  for (const command of ["backup", "restore"]) {
    const { status, stderr } = await asbuilt([command, path("none.db")], env);
    expect(stderr).toMatch(/^DATABASE_URL: http:\/\/127\.0\.0\.1:2\/plant is on a server, .+\n$/);
    expect(status).toBe(2);
  }
  expect(existsSync(path("none.db"))).toBe(false);
});

function alter(name: string, sql: string): void {
  const database = new Database(path(name));
  database.exec("pragma foreign_keys = off");
  database.exec(sql);
  database.close();
}

test("verify reports each problem in a line that names the record", async () => {
  copyFileSync(path("demo.db"), path("edited.db"));
  alter(
    "edited.db",
    `update material_item set actual_qty = actual_qty + 1500000
      where visual_serial_no = 'PUMP-0002';
    update material_item set location_id = 999 where id = 2`,
  );
  const { status, stdout } = await asbuilt(["verify", path("edited.db")]);
  expect(stdout.split("\n")).toEqual([
    "material_item 2: it refers to a record of location that does not exist",
    "MaterialItem 2 (PUMP-0002): its actualQty is 2500000, and the change log says 1000000",
    "MaterialItem 2 (PUMP-0002): its locationId is 999, and the change log says 3",
    "MaterialItem 2 (PUMP-0002): nominal quantity 1 + adjustments 0 is not actual quantity 2.5 " +
      "+ net built 0",
    expect.stringMatching(/^\S+edited\.db: \d+ rows of the change log sealed.*, \d+ not yet$/),
    expect.stringMatching(/^\S+edited\.db: no sealing key is known here, so any key was accepted$/),
    expect.stringMatching(/^\S+edited\.db: schema \w+, 4 problems$/),
    "",
  ]);
  expect(status).toBe(1);
});
