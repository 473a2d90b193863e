// Builds a pump and queries its record: its contents, a recall of the seals, its missing parts, its
// history, and the events for other systems. Needs Node 22.18 or later, which runs TypeScript:
//   ASBUILT_URL=http://127.0.0.1:3000 ASBUILT_KEY=... node examples/trace.ts
import type { Client } from "@asbuilt/client";
import { run } from "./run.ts";
import { startPump } from "./start-pump.ts";

/** Follows one pump and the batch of its seals. */
async function trace(asbuilt: Client): Promise<void> {
  const { pumpSerialNo, sealName } = await startPump(asbuilt);
  const batchNo = `${sealName} batch`;
  const lot = await asbuilt.materialItemReceive({
    body: { productName: sealName, visualSerialNo: `${sealName} lot 1`, qty: 25, batchNo },
  });
  // The events below start here.
  const { next: after } = await newestEvent(asbuilt, lot.visualSerialNo);

  const seals = { parentSerialNo: pumpSerialNo, childSerialNo: lot.visualSerialNo };
  await asbuilt.buildBuild({ body: { ...seals, builtQty: 1, receiveAtPointOfConsumption: false } });

  const pump = { visualSerialNo: pumpSerialNo };
  for (const node of await asbuilt.genealogyAsBuilt({ body: pump })) {
    console.log(`In ${pumpSerialNo}: ${node.qty} ${node.unit} of ${node.visualSerialNo}`);
  }
  for (const found of await asbuilt.genealogyRecall({ body: { batchNo } })) {
    const path = found.path.map(({ visualSerialNo }) => visualSerialNo).join(" > ");
    console.log(`To recall: ${path}${found.isInStock ? ", in stock" : ""}`);
  }
  const { id, isComplete, slots } = await asbuilt.genealogyCompleteness({ body: pump });
  const missing = slots.map(({ slot, missing: qty, unit }) => `${qty} ${unit} of ${slot}`);
  console.log(`Complete: ${isComplete}; missing: ${missing.join(", ")}`);

  for (const change of await asbuilt.materialItemHistory({ body: pump })) {
    console.log(`History: revision ${change.revNo}, ${change.action}`);
  }
  const { events } = await asbuilt.eventList({ body: { after, types: ["asbuilt.material.*"] } });
  // Other clients can write at the same time: select the events of these two items.
  const ours = new Set([id, lot.id].map((item) => `MaterialItem/${item}`));
  for (const { type } of events.filter(({ subject }) => ours.has(subject))) {
    console.log(`Event: ${type}`);
  }
  const { epcisBody } = await asbuilt.epcisQuery({ body: pump });
  for (const event of epcisBody.eventList) console.log(`EPCIS: ${event.type}`);
}

/** Returns the position of the newest change of an item. */
async function newestEvent(asbuilt: Client, visualSerialNo: string): Promise<{ next: number }> {
  const changes = await asbuilt.materialItemHistory({ body: { visualSerialNo } });
  return { next: changes.at(-1)!.seq };
}

await run(trace);
