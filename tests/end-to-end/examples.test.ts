import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { root, serveWorker, start, stop, temporaryFolder } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

/** Runs a program of examples/ against a service; answers what it printed. */
async function runExample(name: string, ASBUILT_URL: string, ASBUILT_KEY: string) {
  const script = join(root, "examples", name);
  const ended = await start(process.execPath, [script], { env: { ASBUILT_URL, ASBUILT_KEY } })
    .ended;
  expect(ended).toMatchObject({ stderr: "", status: 0 });
  // The names are new in each run.
  return ended.stdout.replaceAll(/(Pump|Seal|Order) [0-9a-z]+/g, "$1 *");
}

const printed = `Received 25 as Seal * lot 1
Built 2 into Order *-1
Left in the lot: 23
Removed 1; left in the lot: 24
Refused: Of Seal * lot 1, 1 is built into Order *-1, and 5 is to be removed.
`;

test("the example receives, builds and removes on Node", async () => {
  const { address, key } = inject("service");
  expect(await runExample("receive-build-remove.ts", address, key)).toBe(printed);
});

test("the example receives, builds and removes on the Worker", { timeout: 120_000 }, async () => {
  const key = "an-administrators-key-for-the-worker";
  const worker = await serveWorker(temporary.path, { ASBUILT_ADMIN_KEY: key });
  try {
    expect(await runExample("receive-build-remove.ts", worker.address, key)).toBe(printed);
  } finally {
    expect((await stop(worker)).status).toBe(0);
  }
});
