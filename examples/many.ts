// Receives a delivery of several lots, counts and moves them, and acts on a recall of their batch: each
// in one request. Needs Node 22.18 or later, which runs TypeScript:
//   ASBUILT_URL=http://127.0.0.1:3000 ASBUILT_KEY=... node examples/many.ts
import type { Client } from "@asbuilt/client";
import { run } from "./run.ts";
import { startPump } from "./start-pump.ts";

/** Follows four lots of one delivery. Throws a ProblemError if the service refuses a request. */
async function many(asbuilt: Client): Promise<void> {
  const { sealName: productName } = await startPump(asbuilt);
  const batchNo = `${productName} batch`;

  // All lots are received, or none. A receipt that the ERP system sends again takes effect once.
  const { results: receipts } = await asbuilt.materialItemReceiveMany({
    body: {
      atomic: true,
      lines: [1, 2, 3, 4].map((lot) => ({
        productName,
        visualSerialNo: `${productName} lot ${lot}`,
        qty: 25,
        batchNo,
        deliveryNo: `${productName} delivery`,
        externalRef: { system: "ERP", id: `${productName} lot ${lot}` },
      })),
    },
  });
  const lots = receipts.map(({ answer }) => answer!);
  const [first, second, third, fourth] = lots.map(({ id }) => id);
  console.log(`Received ${lots.length} lots`);

  const { results: counts } = await asbuilt.materialItemItemAdjustMany({
    body: {
      lines: lots.slice(0, 2).map(({ id: materialitemid }) => ({
        materialitemid,
        adjustqty: -1,
        reasonSUID: "COUNT",
      })),
    },
  });
  print("Counted", counts);

  const { results: moves } = await asbuilt.materialItemMoveMany({
    body: { lines: lots.map(({ id }) => ({ id, location: "MAIN", comment: "To the shelf" })) },
  });
  print("Moved", moves);

  // A line that is refused does not affect the others.
  const toDispatch = [{ id: fourth! }, { visualSerialNo: `${productName} lot 5` }];
  const { results: dispatches } = await asbuilt.materialItemDispatchMany({
    body: { lines: toDispatch },
  });
  print("Dispatched", dispatches);

  const recalled = await asbuilt.genealogyRecall({ body: { batchNo } });
  const inStock = recalled.filter(({ isInStock }) => isInStock);
  const { results: holds } = await asbuilt.materialItemHoldMany({
    body: { lines: inStock.map(({ id }) => ({ id, holdReason: "Quality" })) },
  });
  print("On hold", holds);

  const { results: releases } = await asbuilt.materialItemReleaseMany({
    body: { lines: [{ id: first!, comment: "Inspected" }] },
  });
  print("Released", releases);
  const { results: scrappings } = await asbuilt.materialItemScrapMany({
    body: {
      atomic: true,
      lines: [second, third].map((id) => ({ id: id!, reasonSUID: "SCRAP" })),
    },
  });
  print("Scrapped", scrappings);
}

/** The result of a line: the item, or the problem of its refusal. */
interface Result {
  readonly answer?: { readonly visualSerialNo: string; readonly actualQty: number };
  readonly problem?: { readonly code: string };
}

/** Prints the result of each line of a batch. */
function print(done: string, results: readonly Result[]): void {
  for (const { answer, problem } of results) {
    console.log(
      `${done}: ${answer ? `${answer.actualQty} of ${answer.visualSerialNo}` : problem?.code}`,
    );
  }
}

await run(many);
