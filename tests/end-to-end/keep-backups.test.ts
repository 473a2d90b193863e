import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asbuilt, serveAsbuilt, startAsbuilt, stop, temporaryFolder, until } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const path = (name: string) => join(temporary.path, name);
const at = (name: string) => ({ DATABASE_URL: `file:${path(name)}` });

/** The name of a backup that was made some days ago. */
const madeBefore = (days: number) =>
  `${new Date(Date.now() - days * 86_400_000).toISOString().replaceAll(/[-:]|\.\d+/g, "")}.db`;

/** Makes a folder with empty files. */
function folderOf(name: string, files: readonly string[]): string {
  mkdirSync(path(name));
  for (const file of files) writeFileSync(path(`${name}/${file}`), "");
  return path(name);
}

beforeAll(async () => {
  await stop(await serveAsbuilt(at("plant.db")));
});

test("a sound backup is added, and those that are too old are deleted, with unfinished ones", async () => {
  const [tooOld, old] = [madeBefore(7.1), madeBefore(6.9)];
  const unfinished = `${madeBefore(8)}.0123456789ab.part`;
  const others = ["plant.db", "20260101T000000Z.txt", "20260101T000000Z.db.gz"];
  const folder = folderOf("kept", [tooOld, old, unfinished, ...others]);
  const { status, stdout, stderr } = await asbuilt(
    ["keep-backups", folder, "--days", "7"],
    at("plant.db"),
  );
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(`${join(folder, tooOld)}: deleted, because it is older than 7 days\n`);
  const names = readdirSync(folder);
  expect(names).toEqual(expect.arrayContaining([old, ...others]));
  expect(names).toHaveLength(others.length + 2);
  const made = names.find((name) => ![old, ...others].includes(name))!;
  expect(stdout).toContain(`${join(folder, made)}: schema`);
  const noted = JSON.parse(readFileSync(path("plant.db.last-backup"), "utf8")) as { file: string };
  expect(noted.file).toBe(join(folder, made));
  expect(await asbuilt(["verify", join(folder, made)], at("plant.db"))).toMatchObject({
    status: 0,
  });
});

test("a backup that is not sound deletes none, and the exit status is 1", async () => {
  const tooOld = madeBefore(40);
  const folder = folderOf("unsound", [tooOld]);
  await stop(await serveAsbuilt(at("edited.db")));
  const database = new Database(path("edited.db"));
  database.exec("update user set name = 'Somebody else'");
  database.close();
  const { status, stdout } = await asbuilt(["keep-backups", folder], at("edited.db"));
  expect(status).toBe(1);
  expect(stdout).toMatch(/[1-9]\d* problems\n$/);
  // The alert that a backup is old stays right.
  expect(existsSync(path("edited.db.last-backup"))).toBe(false);
  expect(readdirSync(folder)).toContain(tooOld);
});

test("with --every the next one is made when it is due, until a signal", async () => {
  const run = (folder: string) =>
    startAsbuilt(["keep-backups", folder, "--every", "24"], at("plant.db"));
  const due = folderOf("due", [madeBefore(1.1)]);
  const keeping = run(due);
  await until(() => /no problems\n.*next backup is due/.test(keeping.printed.stdout), keeping);
  expect(await stop(keeping)).toMatchObject({ status: 0, stderr: "" });
  expect(readdirSync(due)).toHaveLength(2);

  // A restart makes no backup too many.
  const again = run(due);
  await until(() => again.printed.stdout.includes("next backup is due"), again);
  // A folder without a database is tried again later.
  const early = startAsbuilt(["keep-backups", path("early"), "--every", "24"], at("none.db"));
  await until(() => early.printed.stderr.includes("there is no database"), early);
  for (const process of [again, early]) expect(await stop(process)).toMatchObject({ status: 0 });
  expect(readdirSync(due)).toHaveLength(2);
  expect(readdirSync(path("early"))).toEqual([]);
});

test("a folder that can't be made is refused in one line", async () => {
  writeFileSync(path("file"), "");
  const { status, stderr } = await asbuilt(["keep-backups", path("file/below")], at("plant.db"));
  expect(status).toBe(1);
  expect(stderr).toMatch(/^\S+\/file\/below: can't be made: [^\n]+\n$/);
});
