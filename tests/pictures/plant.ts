import type { Client } from "@asbuilt/client";

/** Does the work of a morning in a new demo plant, so that its screens have something to show. */
export async function workInPlant(client: Client): Promise<void> {
  await client.worksOrderStart({ body: { orderNo: "WO-1002" } });
  for (const [childSerialNo, builtQty] of [
    ["SEAL-LOT-1", 1],
    ["BOLT-LOT-1", 8],
    ["LUBRICANT-CAN-1", 140],
  ] as const) {
    await client.buildBuild({
      body: {
        parentSerialNo: "PUMP-0002",
        childSerialNo,
        builtQty,
        receiveAtPointOfConsumption: false,
      },
    });
  }
  await client.materialItemComplete({ body: { visualSerialNo: "PUMP-0001" } });
  await client.materialItemHold({
    body: { visualSerialNo: "IMPELLER-0004", holdReason: "Quality", comment: "Crack in the hub" },
  });
}
