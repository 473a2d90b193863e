import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Database from "libsql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import {
  asbuilt,
  asOthers,
  root,
  type Served,
  serveAsbuilt,
  serveFirst,
  start,
  startAsbuilt,
  stop,
  temporaryFolder,
} from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const ASBUILT_ADMIN_KEY = "the-administrators-key-of-the-read-only-tests";
const on = (path: string) => ({ DATABASE_URL: `file:${path}`, ASBUILT_ADMIN_KEY });
const write = ({ address }: Served, name: string) =>
  requestsTo({ address, key: ASBUILT_ADMIN_KEY }).done("put", "/api/Location/Upsert", { name });

function folderNamed(name: string): string {
  const path = join(temporary.path, name);
  mkdirSync(path);
  return path;
}

/** Returns the digest of each file of a folder. The -shm file holds nothing of the database. */
const digestsIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => !name.endsWith("-shm") && lstatSync(join(folder, name)).isFile())
      .map((name) => [
        name,
        createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex"),
      ]),
  );

const killed = join(temporary.path, "of-killed");

/** Kills a service that has written, so that its write-ahead log stays. */
beforeAll(async () => {
  mkdirSync(killed);
  const path = join(killed, "plant.db");
  const service = await serveAsbuilt({ ...on(path), ASBUILT_SEED: "demo" });
  await write(service, "Before");
  const backup = await asbuilt(["backup", join(killed, "backup.db")], on(path));
  if (backup.status !== 0) throw new Error(backup.stderr);
  await write(service, "After");
  service.child.kill("SIGKILL");
  await service.ended;
});

/** Copies all files of the killed service, with their times. */
function killedPlant(folder: string): string {
  cpSync(killed, folder, { recursive: true, preserveTimestamps: true });
  return join(folder, "plant.db");
}

/** Two commits and a checkpoint. A reader may keep the second commit from the file. */
interface Partly {
  readonly first: string;
  readonly second: string;
  readonly isRead?: true;
}

const partly: Readonly<Record<string, Partly>> = {
  "a reader kept its first page from the file": {
    first: "insert into other values (1)",
    second: "pragma user_version = 7",
    isRead: true,
  },
  "a later commit changed its first page again": {
    first: "insert into other values (1); pragma user_version = 6",
    second: "pragma user_version = 7",
    isRead: true,
  },
  "a full disk refused the page that a checkpoint began with": {
    first: "insert into other values (zeroblob(40000))",
    second: "insert into other values (zeroblob(40000))",
  },
  "a full disk refused the second page of a checkpoint": {
    first: "insert into other values (1), (zeroblob(40000))",
    second: "update other set n = 2 where n = 1",
  },
};

const apps = join(root, "apps/node");

test.each(Object.entries(partly))("a log is the file's own if %s", async (name, trouble) => {
  const folder = folderNamed(name);
  const path = killedPlant(folder);
  const database = new Database(path);
  database.exec("create table other (n)");
  // No page is free: what grows gets pages at the end of the file.
  database.exec("vacuum");
  database.exec("pragma wal_checkpoint(truncate)");
  database.exec("pragma wal_autocheckpoint = 0");
  database.exec(`begin; ${trouble.first}; commit`);
  const reader = new Database(path);
  if (trouble.isRead) reader.exec("begin; select * from other");
  database.exec(trouble.second);
  // As on a full disk, the file can't grow.
  const limit = `--fsize=${statSync(path).size}`;
  const checkpoint = `new (require("libsql"))(process.argv[1]).exec("pragma wal_checkpoint(passive)")`;
  spawnSync("prlimit", [limit, process.execPath, "-e", checkpoint, path], { cwd: apps });
  const copy = join(folder, "checkpointed.db");
  const earlier = new Date(Date.now() - 1000);
  for (const suffix of ["-wal", ""]) copyFileSync(path + suffix, copy + suffix);
  utimesSync(`${copy}-wal`, earlier, earlier);
  // The file is the last one to change, by more than a tick of the clock of files.
  await wait(50);
  utimesSync(copy, new Date(), new Date());
  reader.close();
  database.close();
  const { status, stdout } = await asbuilt(["verify"], on(copy));
  expect(stdout).not.toContain("another file");
  expect(status).toBe(0);
});

/** Stops a new plant whose log is gone, and gives its file another owner and mode. */
async function protectedPlant(name: string, mode: number, owner?: number): Promise<string> {
  const path = join(folderNamed(name), "plant.db");
  await stop(await serveAsbuilt(on(path)));
  chmodSync(path, mode);
  if (owner !== undefined) chownSync(path, owner, owner);
  return path;
}

const expectRefused = async (path: string, reason: string) => {
  const before = digestsIn(dirname(path));
  for (const args of [["serve"], ["import", join(temporary.path, "Location.Upsert.csv")]]) {
    const { status, stdout, stderr } = await startAsbuilt(
      args,
      { ...on(path), PORT: "0" },
      asOthers,
    ).ended;
    expect({ status, stdout }, args[0]).toEqual({ status: 1, stdout: "" });
    expect(stderr, args[0]).toMatch(/^DATABASE_URL: \S+ can't be (?:opened|written): [^\n]+\n$/);
    expect(stderr, args[0]).toContain(`: ${reason}\n`);
  }
  expect(digestsIn(dirname(path))).toEqual(before);
};

test("a start on a file that it may only read ends in a line with the owner and the remedy", async () => {
  writeFileSync(join(temporary.path, "Location.Upsert.csv"), "name\nBay\n");
  const self = userInfo().username;
  const readOnly = await protectedPlant("mode", 0o444);
  await expectRefused(
    readOnly,
    `${readOnly} belongs to ${self} with mode 444, and asbuilt runs as ${self}: run chmod u+rw ${readOnly}`,
  );
  const folder = dirname(await protectedPlant("folder", 0o600));
  chmodSync(folder, 0o555);
  await expectRefused(
    join(folder, "plant.db"),
    `${folder} belongs to ${self} with mode 555, and asbuilt runs as ${self}: run chmod u+rwx ${folder}`,
  );
  chmodSync(folder, 0o755);
});

test.runIf(process.getuid?.() === 0)("so does a start on a file of another user", async () => {
  for (const [name, mode] of [
    ["readable", 0o644],
    ["unreadable", 0o600],
  ] as const) {
    const path = await protectedPlant(name, mode, 65_534);
    const octal = mode.toString(8);
    await expectRefused(
      path,
      `${path} belongs to nobody with mode ${octal}, and asbuilt runs as root: run asbuilt as nobody, or run chown root ${path}`,
    );
  }
});

test("a command that may not read a folder says whose it is, and not that nothing is there", async () => {
  const folder = dirname(await protectedPlant("hidden", 0o600));
  const path = join(folder, "plant.db");
  chmodSync(folder, 0);
  const self = userInfo().username;
  const reason = `${folder} belongs to ${self} with mode 0, and asbuilt runs as ${self}: run chmod u+x ${folder}`;
  for (const [args, line] of [
    [["key", "list"], `DATABASE_URL: ${path} can't be read: ${reason}\n`],
    [["verify", path], `${path}: it can't be read: ${reason}\n`],
    [["restore", path], `${path}: it can't be read: ${reason}\n`],
  ] as const) {
    const database = args[0] === "restore" ? join(temporary.path, "restored.db") : path;
    const ended = await startAsbuilt(args, on(database), asOthers).ended;
    expect(ended, args[0]).toEqual({ status: 1, stdout: "", stderr: line });
  }
  chmodSync(folder, 0o755);
  chmodSync(path, 0);
  const file = await startAsbuilt(["verify", path], {}, asOthers).ended;
  expect(file).toEqual({
    status: 1,
    stdout: "",
    stderr: `${path}: can't be verified: ${path} belongs to ${self} with mode 0, and asbuilt runs as ${self}: run chmod u+r ${path}\n`,
  });
});

test.runIf(process.getuid?.() === 0)(
  "no change is proposed of a folder above a file, nor of one that holds a given file",
  async () => {
    const folder = dirname(await protectedPlant("foreign", 0o600));
    mkdirSync(join(folder, "below"));
    chownSync(folder, 65_534, 65_534);
    chmodSync(folder, 0o700);
    const [given, kept] = [join(folder, "plant.db"), join(folder, "below", "plant.db")];
    const reason = `${folder} belongs to nobody with mode 700, and asbuilt runs as root: run asbuilt as nobody, or`;
    for (const args of [
      ["verify", given],
      ["restore", given],
    ]) {
      const { stderr } = await startAsbuilt(args, on(join(temporary.path, "new.db")), asOthers)
        .ended;
      expect(stderr).toBe(
        `${given}: it can't be read: ${reason} copy the file to a folder that root can read\n`,
      );
    }
    const { stderr } = await startAsbuilt(["key", "list"], on(kept), asOthers).ended;
    expect(stderr).toBe(
      `DATABASE_URL: ${kept} can't be read: ${reason} move the file to a folder that root can read\n`,
    );
  },
);

// The bundle of a run as root can be read by root alone.
const onRoots = (main: string) => {
  const by = process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--clear-groups"] : ["env"];
  return start(by[0]!, [...by.slice(1), process.execPath, main, "key", "list"], {
    env: on("/root/plant.db"),
  });
};

test.runIf((statSync("/root", { throwIfNoEntry: false })?.mode ?? 0o777) % 8 === 0)(
  "no change is proposed of a folder of the system",
  async () => {
    const { stderr } = await onRoots(join(apps, "src/main.ts")).ended;
    expect(stderr).toMatch(
      /^DATABASE_URL: \/root\/plant\.db can't be read: \/root belongs to root with mode 700, and asbuilt runs as \S+: move the file to a folder that \S+ can read\n$/,
    );
  },
);

test("a copy into a folder that can't be written is refused in a line, with the remedy", async () => {
  const plant = await protectedPlant("source", 0o600);
  const folder = folderNamed("closed");
  chmodSync(folder, 0);
  const self = userInfo().username;
  const reason = (mode: string) =>
    `${folder} belongs to ${self} with mode ${mode}, and asbuilt runs as ${self}: `;
  const run = (args: readonly string[], database: string) =>
    startAsbuilt(args, on(database), asOthers).ended;
  const to = join(folder, "x.db");
  expect(await run(["backup", to], plant)).toEqual({
    status: 1,
    stdout: "",
    stderr: `${plant}: can't be copied to ${to}: ${reason("0")}run chmod u+rwx ${folder}\n`,
  });
  chmodSync(folder, 0o555);
  const kept = await run(["keep-backups", folder], plant);
  expect(kept.stderr.replace(/\d+T\d+Z\.db/, "x.db")).toBe(
    `${plant}: can't be copied to ${to}: ${reason("555")}run chmod u+rwx ${folder}\n`,
  );
  const elsewhere = `${reason("555")}choose a folder that ${self} can write to\n`;
  const below = join(folder, "below");
  expect(await run(["keep-backups", below], plant)).toMatchObject({
    status: 1,
    stderr: `${below}: can't be made: ${reason("555")}run chmod u+rwx ${folder}\n`,
  });
  expect(await run(["restore", plant], join(below, "plant.db"))).toEqual({
    status: 1,
    stdout: "",
    stderr: `${below}/plant.db: its folder can't be made: ${elsewhere}`,
  });
  chmodSync(folder, 0o755);
});

test("a database in a folder that is missing behind a link is refused in a line", async () => {
  const missing = join(temporary.path, "not-mounted");
  const link = join(folderNamed("linked"), "plant.db");
  symlinkSync(join(missing, "plant.db"), link);
  await expectRefused(link, `its folder ${missing} does not exist: make it`);
});

test("verify changes nothing, and works in a folder that nobody can write to", async () => {
  const folder = folderNamed("stopped");
  const path = join(folder, "plant.db");
  await stop(await serveFirst(on(path)));
  chmodSync(folder, 0o555);
  const [before, names] = [digestsIn(folder), readdirSync(folder)];
  const verified = await startAsbuilt(["verify", path], {}, asOthers).ended;
  expect(verified.stdout).toContain("no problems\n");
  expect(verified).toMatchObject({ status: 0, stderr: "" });
  expect(digestsIn(folder)).toEqual(before);
  expect(readdirSync(folder)).toEqual(names);
  chmodSync(folder, 0o755);
});

test("the write-ahead log of a killed service is read, and stays as it is", async () => {
  const folder = folderNamed("killed");
  const path = killedPlant(folder);
  const before = digestsIn(folder);
  const rowsIn = (stdout: string) => Number(/: (\d+) rows of the change log/.exec(stdout)![1]);
  const verified = await asbuilt(["verify", path]);
  expect(verified.status).toBe(0);
  expect(digestsIn(folder)).toEqual(before);
  // Copied without the index of the log, and read-only.
  const copied = folderNamed("copied");
  for (const suffix of ["", "-wal", ".seal-key", ".anchor"]) {
    copyFileSync(path + suffix, join(copied, `plant.db${suffix}`));
  }
  chmodSync(copied, 0o555);
  const copy = await startAsbuilt(["verify", join(copied, "plant.db")], {}, asOthers).ended;
  expect(copy.status).toBe(0);
  expect(rowsIn(copy.stdout)).toBe(rowsIn(verified.stdout));
  expect(digestsIn(copied)).toEqual({
    "plant.db": before["plant.db"],
    "plant.db-wal": before["plant.db-wal"],
    "plant.db.anchor": before["plant.db.anchor"],
    "plant.db.seal-key": before["plant.db.seal-key"],
  });
  chmodSync(copied, 0o755);
  await stop(await serveFirst(on(path)));
  expect((await asbuilt(["verify"], on(path))).status).toBe(0);
});

const foreignLine = (path: string) =>
  `${path}-wal is the write-ahead log of another file, and would overwrite this one. ` +
  "Move it away, with its -shm file, and start again";

test.each([
  ["a backup", "backup.db", false],
  ["a backup that keeps its time", "backup.db", true],
  ["a database that was served", "served.db", false],
])(
  "%s over a killed service's file is not overwritten by its log",
  async (_, source, keepsTime) => {
    const folder = folderNamed(`over-${source}-${keepsTime}`);
    const path = killedPlant(folder);
    if (source === "served.db") await stop(await serveFirst(on(join(folder, source))));
    copyFileSync(join(folder, source), path);
    if (keepsTime) utimesSync(path, new Date(0), new Date(0));
    const before = digestsIn(folder);

    const served = await asbuilt(["serve"], { ...on(path), PORT: "0" });
    expect(served.stderr).toBe(
      `DATABASE_URL: file:${path} can't be opened: ${foreignLine(path)}\n`,
    );
    expect(served.status).toBe(1);
    const backup = await asbuilt(["backup", join(folder, "again.db")], on(path));
    expect(backup).toMatchObject({ status: 1, stderr: `${foreignLine(path)}\n` });
    const verified = await asbuilt(["verify", path]);
    expect(verified.stdout).toContain(`${foreignLine(path)}\n`);
    expect(verified.status).toBe(1);
    expect(digestsIn(folder)).toEqual(before);
  },
);
