import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { greeted, root, type Served, start, temporaryFolder, until } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const clone = join(temporary.path, "asbuilt");

/** Runs `npm start` in the clone as a terminal does: at the head of a process group. */
const npmStart = () =>
  greeted(start("npm", ["start"], { cwd: clone, env: { PORT: "0" }, detached: true }));

/** Runs exactly the commands that the greeting prints for a shell. */
function runPrinted({ printed }: Served) {
  const indented = printed.stdout.split("\n").filter((line) => line.startsWith("  "));
  return start("sh", ["-euc", indented.join("\n")], { cwd: clone }).ended;
}

/** Returns the processes that have a file or an argument in the clone. */
const processesOfClone = () =>
  readdirSync("/proc").filter((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8").includes(clone);
    } catch {
      return false;
    }
  });

test("a fresh clone starts, builds what it prints, and leaves no process behind", async () => {
  const cloned = await start("git", ["clone", "--quiet", root, clone], {}).ended;
  expect(cloned).toMatchObject({ status: 0 });

  const first = await npmStart();
  expect(first.key).not.toBe("");
  expect(await builtBy(first)).toBe(1);
  const docs = await fetch(`${first.address}/docs`);
  expect(docs.headers.get("Content-Type")).toMatch(/^text\/html/);
  // A terminal sends the signal to every process of the group.
  process.kill(-first.child.pid!, "SIGINT");
  await gone(first);

  const file = join(clone, "data/asbuilt.db.admin-key");
  expect(readFileSync(file, "utf8").trim()).toBe(first.key);
  rmSync(file);
  const second = await npmStart();
  expect(second.key).toBe("");
  expect(await builtBy(second)).toBe(1);
  second.child.kill("SIGTERM");
  await gone(second);
}, 300_000);

/** Returns the quantity of the build that the printed commands make. */
async function builtBy(service: Served): Promise<number> {
  const { status, stdout, stderr } = await runPrinted(service);
  expect(status, stderr).toBe(0);
  const { qty, parent, child } = JSON.parse(stdout);
  expect([parent.visualSerialNo, child.visualSerialNo]).toEqual(["PUMP-0002", "SEAL-LOT-1"]);
  return qty;
}

async function gone(service: Served): Promise<void> {
  await service.ended;
  await until(() => processesOfClone().length === 0);
  await expect(fetch(service.address)).rejects.toThrow("fetch failed");
}
