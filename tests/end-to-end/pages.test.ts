import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root, type Served, serveAsbuilt, start, stop, temporaryFolder } from "./processes.ts";
import { commandsRunBy } from "./shell-blocks.ts";

const temporary = temporaryFolder();
const PLANT = join(temporary.path, "plant.db");
const DATABASE_URL = `file:${PLANT}`;
/** The database of a plant that is moved. */
const NEW = join(temporary.path, "new.db");
const installed = join(temporary.path, "bin");
const PATH = `${installed}:${process.env["PATH"]}`;
let service: Served;

beforeAll(async () => {
  service = await serveAsbuilt({ DATABASE_URL, ASBUILT_SEED: "demo" });
  mkdirSync(installed);
  const main = join(root, "apps/node/src/main.ts");
  writeFileSync(join(installed, "asbuilt"), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  chmodSync(join(installed, "asbuilt"), 0o755);
});

afterAll(async () => {
  await stop(service);
  temporary.remove();
});

/** Returns what the commands of a page print, each in the same shell. */
async function printedBy(page: string): Promise<string> {
  // package.test.ts tries npx, which takes longer to start than most commands take.
  const script = commandsRunBy("pages.test.ts", `docs/${page}`)
    .map((command) => command.replace(/^npx /, ""))
    .join("\necho\n");
  const { status, stdout, stderr } = await start("sh", ["-euc", script], {
    cwd: temporary.path,
    env: { PATH, DATABASE_URL, PLANT, NEW, ASBUILT_URL: service.address, ASBUILT_KEY: service.key },
  }).ended;
  expect(status, `${page}\n${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

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

test("the commands of how-to/move.md make a plant that continues at its new place", async () => {
  const printed = await printedBy("how-to/move.md");
  expect(printed.match(/no problems/g)).toHaveLength(2);
  const moved = await serveAsbuilt({ DATABASE_URL: `file:${NEW}` });
  const answer = await fetch(`${moved.address}/api/Location/List`, {
    method: "POST",
    headers: { Authorization: `Bearer ${service.key}`, "Content-Type": "application/json" },
    body: "{}",
  });
  expect(answer.status).toBe(200);
  expect(await (await fetch(`${moved.address}/readyz`)).json()).toMatchObject({ status: "ready" });
  await stop(moved);
});

test.each([
  ["how-to/backup.md", /no problems/],
  ["how-to/import.md", /2 loaded/],
  ["how-to/keys.md", /ab_/],
  ["how-to/recall.md", /"visualSerialNo":"PUMP-0001"/],
  ["how-to/sealing-key.md", /seal/],
  ["how-to/webhooks.md", /"secret":/],
])("the commands of %s do their work", async (page, expected) => {
  expect(await printedBy(page)).toMatch(expected);
});
