import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  asbuilt,
  root,
  type Served,
  serveAsbuilt,
  start,
  stop,
  temporaryFolder,
} from "./processes.ts";
import { commandsRunBy } from "./shell-blocks.ts";
import { below, type Machine, machineIn } from "./systemd-command.ts";

const temporary = temporaryFolder();
const machine = machineIn(join(temporary.path, "machine"));
let service: Served;

beforeAll(async () => {
  service = await serveAsbuilt({ DATABASE_URL: `file:${machine.database}`, ASBUILT_SEED: "demo" });
  machine.configure("ASBUILT_TIME_ZONE=Europe/Berlin");
  // As the timer of the backups does every night.
  await printed(["asbuilt keep-backups /var/backups/asbuilt"]);
});

afterAll(async () => {
  await stop(service);
  temporary.remove();
});

/** Returns what commands print, each in the same shell of a machine. */
async function printed(commands: readonly string[], on: Machine = machine): Promise<string> {
  const script = commands.map((command) => below(on.folder, command)).join("\necho\n");
  const { status, stdout, stderr } = await start("sh", ["-euc", script], {
    cwd: temporary.path,
    env: {
      PATH: `${on.bin}:${process.env["PATH"]}`,
      ASBUILT_URL: service.address,
      ASBUILT_KEY: service.key,
    },
  }).ended;
  expect(status, `${script}\n${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

const commandsOf = (page: string) => commandsRunBy("pages.test.ts", `docs/${page}`);
const printedBy = (page: string) => printed(commandsOf(page));

test("the commands of the first integration build a seal into a pump, and take it out", async () => {
  const answers = (await printedBy("tutorials/first-integration.md")).split("\n");
  const [received, built, asBuilt, removed, events] = answers.map((text) => JSON.parse(text));
  expect(received).toMatchObject({ visualSerialNo: "SEAL-LOT-7", actualQty: 25 });
  expect(built.child).toMatchObject({ visualSerialNo: "SEAL-LOT-7", actualQty: 24 });
  expect(asBuilt).toContainEqual(
    expect.objectContaining({ visualSerialNo: "SEAL-LOT-7", batchNo: "S-2207" }),
  );
  expect(removed.child).toMatchObject({ actualQty: 25 });
  expect(events.events).toMatchObject([{ type: "asbuilt.material.removed.v1" }]);
});

/** Expects that a service on the database of a machine is ready, and knows the key of the first one. */
async function expectToContinue({ database }: Machine): Promise<void> {
  const moved = await serveAsbuilt({ DATABASE_URL: `file:${database}` });
  const answer = await fetch(`${moved.address}/api/Location/List`, {
    method: "POST",
    headers: { Authorization: `Bearer ${service.key}`, "Content-Type": "application/json" },
    body: "{}",
  });
  expect(answer.status).toBe(200);
  expect(await (await fetch(`${moved.address}/readyz`)).json()).toMatchObject({ status: "ready" });
  await stop(moved);
}

test("the commands of how-to/move.md make a plant that continues at its new place", async () => {
  const commands = commandsOf("how-to/move.md");
  const unpack = commands.findIndex((command) => command.startsWith("tar --extract"));
  const next = machineIn(join(temporary.path, "next"));
  expect(await printed(commands.slice(0, unpack))).toContain("no problems");
  expect(await printed(commands.slice(unpack), next)).toContain("no problems");
  expect(readFileSync(join(next.folder, "etc/asbuilt/environment"), "utf8")).toContain("Berlin");
  await expectToContinue(next);
});

test("the commands of how-to/backup.md bring a plant back on a new disk", async () => {
  const commands = commandsOf("how-to/backup.md");
  const unpack = commands.findIndex((command) => command.startsWith("tar --extract"));
  const disk = machineIn(join(temporary.path, "disk"));
  expect(await printed(commands.slice(0, unpack))).toContain("no problems");
  const kept = globSync("*Z.db", { cwd: join(machine.folder, "var/backups/asbuilt") }).toSorted();
  copyFileSync(
    join(machine.folder, "var/backups/asbuilt", kept.at(-1)!),
    join(disk.folder, "var/backups/asbuilt/newest.db"),
  );
  const restored = await printed(commands.slice(unpack), disk);
  expect(restored).toMatch(/no problems[^]+\tAdministrator\t/);
  expect(readFileSync(join(disk.folder, "etc/asbuilt/environment"), "utf8")).toContain("Berlin");
  await expectToContinue(disk);
});

test("the files that how-to/import.md shows load into a fresh plant", async () => {
  const page = readFileSync(join(root, "docs/how-to/import.md"), "utf8");
  const files = [...page.matchAll(/^`(\S+\.csv)`.*:\n\n```csv\n([^]+?)^```$/gm)];
  expect(files.map(([, name]) => name)).toEqual([
    "Product.Upsert.csv",
    "Bom.Upsert.csv",
    "BomSlot.Upsert.csv",
  ]);
  const folder = join(temporary.path, "shown");
  mkdirSync(folder);
  for (const [, name, rows] of files) writeFileSync(join(folder, name!), rows!);
  const fresh = `file:${join(temporary.path, "fresh.db")}`;
  const { status, stdout } = await asbuilt(["import", folder], { DATABASE_URL: fresh });
  expect(stdout).toContain("\n6 loaded, 0 loaded already, 0 refused\n");
  expect(status).toBe(0);
});

test.each([
  ["how-to/import.md", /2 loaded/],
  ["how-to/keys.md", /ab_/],
  ["how-to/monitor.md", /"status":"ready"[^]+Z\.db[^]+"unsealedChanges":/],
  ["how-to/recall.md", /"visualSerialNo":"PUMP-0001"/],
  ["how-to/sealing-key.md", /seal/],
  ["how-to/webhooks.md", /"secret":/],
])("the commands of %s do their work", async (page, expected) => {
  expect(await printedBy(page)).toMatch(expected);
});
