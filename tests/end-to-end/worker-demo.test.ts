import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort, greeted, root, start, stop, temporaryFolder } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

test("npm run worker serves the demo plant on workerd, and builds what it prints", async () => {
  const env = { WORKER_STATE: temporary.path, PORT: String(await freePort()) };
  const run = [join(root, "tools/run.mjs"), "worker"];
  const worker = await greeted(start(process.execPath, run, { cwd: root, env }));
  const printed = worker.printed.stdout.split("\n").filter((line) => line.startsWith("  "));
  expect(printed.join("\n")).toContain("Idempotency-Key");
  for (const _ of ["first", "again"]) {
    const { stdout, stderr } = await start("sh", ["-euc", printed.join("\n")], {}).ended;
    expect(JSON.parse(stdout), stderr).toMatchObject({
      qty: 1,
      parent: { visualSerialNo: "PUMP-0002" },
      child: { visualSerialNo: "SEAL-LOT-1", actualQty: 498 },
    });
  }
  await stop(worker);
}, 300_000);
