import { truncateSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import {
  type Ended,
  type Served,
  serveFirst,
  startAsbuilt,
  stop,
  temporaryFolder,
} from "./processes.ts";
import { type DiskKind, type SmallDisk, smallDisk } from "./small-disk.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const ASBUILT_ADMIN_KEY = "the-administrators-key-of-the-full-disk-tests";

const write = ({ address }: Served, name: string) =>
  requestsTo({ address, key: ASBUILT_ADMIN_KEY }).done("put", "/api/Location/Upsert", { name });

/** Returns a disk; undefined if this user or this machine can't have one. */
const diskOf = (kind: DiskKind): Promise<SmallDisk | undefined> =>
  smallDisk(kind).catch(() => undefined);

/** A plant on a small disk, and the commands that see it. */
function plantOn({ path, inside }: SmallDisk) {
  const env = { DATABASE_URL: `file:${join(path, "plant.db")}`, ASBUILT_ADMIN_KEY, PORT: "0" };
  return {
    url: env.DATABASE_URL,
    serve: () => serveFirst(env, inside),
    run: (...args: string[]): Promise<Ended> => startAsbuilt(args, env, inside).ended,
  };
}

/** Stops a service, or kills it: its write-ahead log and the index of that then stay. */
async function end(service: Served, isKilled: boolean): Promise<void> {
  if (!isKilled) return void (await stop(service));
  service.child.kill("SIGKILL");
  await service.ended;
}

test.each<[DiskKind, "stopped" | "killed"]>([
  ["in memory", "stopped"],
  ["with blocks of 1 KiB", "stopped"],
  ["with blocks of 1 KiB", "killed"],
])("a full disk %s is named in a line, after a service was %s", async (kind, way) => {
  const disk = await diskOf(kind);
  if (!disk) return;
  try {
    const { url, serve, run } = plantOn(disk);
    const service = await serve();
    await write(service, "Before");
    await end(service, way === "killed");
    const index = join(disk.seen, "plant.db-shm");
    // Its bytes have no place on the disk yet: SQLite gives each page one block of it.
    if (way === "killed") for (const bytes of [0, 32_768]) truncateSync(index, bytes);
    disk.fill(kind === "in memory" ? 0 : 12 * 1024);
    const line = String.raw`the disk of ${disk.path} has \d+ bytes free, but its log needs \d+: make room there\n$`;
    const served = await run("serve");
    expect(served).toMatchObject({ status: 1, stdout: "" });
    expect(served.stderr).toMatch(new RegExp(`^DATABASE_URL: ${url} can't be opened: ${line}`));
    const backup = await run("backup", join(temporary.path, `${kind}, ${way}.db`));
    expect(backup).toMatchObject({ status: 1, stdout: "" });
    expect(backup.stderr).toMatch(new RegExp(`^${line}`));
    const verified = await run("verify");
    // Without a log it needs no room.
    if (way === "stopped") expect(verified).toMatchObject({ status: 0, stderr: "" });
    else expect(verified.stderr).toMatch(new RegExp(`^${url}: can't be verified: ${line}`));
    disk.empty();
    const again = await serve();
    await write(again, "After");
    await stop(again);
  } finally {
    await disk.remove();
  }
});

test("a backup onto a full disk names the disk in a line", async () => {
  const disk = await diskOf("in memory");
  if (!disk) return;
  try {
    const plant = join(temporary.path, "copied.db");
    const env = { DATABASE_URL: `file:${plant}`, ASBUILT_ADMIN_KEY };
    await stop(await serveFirst(env));
    disk.fill(0);
    const to = join(disk.path, "copy.db");
    expect(await startAsbuilt(["backup", to], env, disk.inside).ended).toEqual({
      status: 1,
      stdout: "",
      stderr: `${plant}: can't be copied to ${to}: the disk of ${disk.path} is full: make room there\n`,
    });
  } finally {
    await disk.remove();
  }
});

test("a service that was killed on a full disk starts again, and reads, if its log has its index", async () => {
  const disk = await diskOf("in memory");
  if (!disk) return;
  try {
    const { serve } = plantOn(disk);
    const service = await serve();
    await write(service, "Before");
    disk.fill();
    await end(service, true);
    const again = await serve();
    const plant = requestsTo({ ...again, key: ASBUILT_ADMIN_KEY });
    const refused = await plant.put("/api/Location/Upsert", { name: "After" });
    expect(refused.status).toBe(503);
    expect(await plant.done("post", "/api/Location/List", {})).toContainEqual(
      expect.objectContaining({ name: "Before" }),
    );
    disk.empty();
    await write(again, "After");
    await stop(again);
  } finally {
    await disk.remove();
  }
});
