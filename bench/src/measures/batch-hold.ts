import { isDeepStrictEqual } from "node:util";
import { medianOf } from "../contenders/contender.ts";
import { type Server, startServiceOn, underLoad } from "../contenders/servers.ts";
import { copier, fillPlant, largestIds, type Native } from "../plant/fill.ts";
import { adminKey, lotSerial, smallPlant as units } from "../plant/workload.ts";
import { measuredTable, withinLimit } from "../report/section.ts";
import { measureAll, type Measure } from "./bench.ts";

const held = "beside the holds";
const batch = { productName: "Unit component 0", batchNo: "ONE" };
const batchItems = 100_000;

/** Measures Builds by others while a batch of 100,000 items is put on hold and released again. */
export const batchHold: Measure = async ({ plants, rounds }) => {
  const server = await startServiceOn(await plants.filled("batch.db", fillWithBatch));
  const holds = holdAgainAndAgain(server);
  const load = underLoad(held, server, { kind: "build", connections: 8, units });
  const stop = async () => {
    const done = await holds.stop();
    // Count counts no further than this.
    const isMeant = isDeepStrictEqual(done.items, { count: 1000, isCapped: true });
    if (done.count === 0 || !isMeant) throw new Error(`The batch: ${JSON.stringify(done)}`);
    await load.stop();
  };
  const measured = await measureAll([{ ...load, stop }], rounds);
  return [
    {
      title: "Builds beside the hold of a batch",
      text:
        "`PUT /api/Build/Build` from 8 connections, while one more puts a batch of 100,000 items on hold " +
        "and releases it, one request after the other.",
      table: measuredTable(measured, "Builds"),
      verdicts: [
        withinLimit(
          "Builds beside the hold of a batch: 50 ms / p99",
          medianOf(measured, held, "p99"),
          50,
        ),
      ],
    },
  ];
};

/** Fills a plant, and adds the items of the batch. */
function fillWithBatch(database: Native): void {
  fillPlant(database, units);
  const { items } = largestIds(database);
  copier(database)("material_item", batchItems, `model.visual_serial_no = '${lotSerial(0)}'`, {
    id: `i + 1 + ${items}`,
    visual_serial_no: "printf('BATCH-%06d', i)",
    serial_key: "printf('batch-%06d', i)",
    unique_id: "null",
    unique_id_key: "null",
    batch_no: `'${batch.batchNo}'`,
    batch_key: `'${batch.batchNo.toLowerCase()}'`,
  });
}

/** Holds the batch and releases it until it is stopped. Then returns how often, and what a hold holds. */
function holdAgainAndAgain({ port }: Server) {
  const send = async (method: "POST" | "PUT" | "DELETE", path: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${adminKey}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const hold = { ...batch, holdReason: "Quality" };
  const stopping = new AbortController();
  const run = async () => {
    let count = 0;
    for (; !stopping.signal.aborted; count++) {
      await send("PUT", "BatchHold/Upsert", hold);
      await send("DELETE", "BatchHold/Delete", batch);
    }
    await send("PUT", "BatchHold/Upsert", hold);
    const items = await send("POST", "MaterialItem/Count", { ...batch, isHeld: true });
    return { count, items };
  };
  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
