import { type Client, createClient } from "@asbuilt/client";
import type { Page } from "playwright-core";
import type { Console } from "./console.ts";

/** A change of a Build on its way to the service, which refuses it then. */
interface Change {
  readonly body?: object;
  readonly idempotencyKey?: string;
}

const keyOfPreparation = "a key of another request";

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const receivedHere = (childSerialNo: string, productName: string) => ({
  body: { childSerialNo, receiveAtPointOfConsumption: true, itemDetails: { productName } },
});

/** The codes that only other requests get, each with a sentence of the station and a change. */
export const changes: readonly (readonly [code: string, sentence: string, change: Change])[] = [
  [
    "backdated",
    "It happened too long ago to be recorded with this key.",
    { body: { occurredAt: hoursAgo(100) } },
  ],
  [
    "before_it_was",
    "It would have happened before the item was there.",
    { body: { occurredAt: hoursAgo(24) } },
  ],
  ["cycle", "An item can't be part of itself.", { body: { childSerialNo: "PUMP-SAYS" } }],
  [
    "details_contradict",
    "The details contradict each other.",
    receivedHere("HOUSING-0002", "Impeller"),
  ],
  [
    "external_ref_conflict",
    "The reference was used for another request.",
    { body: { externalRef: { system: "MES", id: "1" } } },
  ],
  [
    "idempotency_conflict",
    "This request was changed after it was sent.",
    { idempotencyKey: keyOfPreparation },
  ],
  ["inactive", "A record that this needs is retired.", receivedHere("RETIRED-1", "Retired")],
  ["order_status", "The works order is not open.", { body: { parentSerialNo: "PUMP-DONE" } }],
  [
    "quantity_range",
    "The quantity is out of its range.",
    { body: { childSerialNo: "SEAL-LOT-1", builtQty: 999_999_999 } },
  ],
  [
    "receipt_profile",
    "The product needs other details when it is received.",
    receivedHere("PROFILED-1", "Profiled"),
  ],
  [
    "reference_owned",
    "The reference belongs to another user.",
    { body: { externalRef: { system: "ERP", id: "2" } } },
  ],
  [
    "serial_range",
    "The serial range forbids this serial.",
    { body: { ...receivedHere("A4-0001", "Bolt A4").body, builtQty: 8 } },
  ],
  ["tracking", "This is tracked piece by piece.", { body: { builtQty: 2 } }],
];

/** Parts that the unit takes. They are scanned in turn: the same code twice would be one scan. */
export const pieces: readonly string[] = ["IMPELLER-SAYS-1", "IMPELLER-SAYS-2"];

/** Starts a unit of a works order of its own. */
async function startUnit(client: Client, orderNo: string, visualSerialNo: string): Promise<void> {
  await client.worksOrderUpsert({
    body: { orderNo, productName: "Pump", bom: "PUMP-BOM", version: "1.0", qty: 1 },
  });
  await client.worksOrderStart({ body: { orderNo, items: [{ visualSerialNo, qty: 1 }] } });
}

/** Makes what the changed requests name, and the unit `PUMP-SAYS` with a seal in it. */
export async function prepareChanges({ client, address }: Console): Promise<void> {
  await startUnit(client, "WO-SAYS", "PUMP-SAYS");
  await client.buildBuild({
    body: {
      parentSerialNo: "PUMP-SAYS",
      childSerialNo: "SEAL-LOT-1",
      builtQty: 1,
      receiveAtPointOfConsumption: false,
    },
    idempotencyKey: keyOfPreparation,
  });
  for (const visualSerialNo of pieces) {
    await client.materialItemReceive({ body: { productName: "Impeller", visualSerialNo, qty: 1 } });
  }
  await startUnit(client, "WO-DONE", "PUMP-DONE");
  await client.serialRangeUpsert({
    body: {
      suid: "A4",
      name: "Bolts A4",
      prefix: "A4-",
      nextNumber: 1,
      endNumber: 9999,
      padding: 4,
    },
  });
  const [bolt] = await client.productList({ body: { Name: "Bolt A4" } });
  await client.productUpsert({ body: { ID: bolt!.ID, SerialRange: "Bolts A4" } });
  await client.buildBuild({
    body: {
      parentSerialNo: "PUMP-DONE",
      childSerialNo: "A4-0001",
      builtQty: 8,
      receiveAtPointOfConsumption: true,
      itemDetails: { productName: "Bolt A4" },
    },
  });
  await client.worksOrderComplete({
    body: { orderNo: "WO-DONE", allowIncomplete: true, comment: "For a test" },
  });
  await client.receiptProfileUpsert({
    body: { name: "With a batch", fields: { batchNo: "compulsory" } },
  });
  for (const [name, change] of [
    ["Profiled", { ReceiptProfile: "With a batch" }],
    ["Retired", { IsActive: false }],
  ] as const) {
    const { ID } = await client.productCopy({
      body: { suid: name.toUpperCase(), name, srcProductName: "Bolt" },
    });
    await client.productUpsert({ body: { ID, ...change } });
  }
  const receive = (by: Client, visualSerialNo: string, system: string) =>
    by.materialItemReceive({
      body: { productName: "Seal", visualSerialNo, qty: 1, externalRef: { system, id: "1" } },
    });
  await receive(client, "SEAL-MES", "MES");
  await client.userUpsert({ body: { name: "Another" } });
  const { key } = await client.apiKeyCreate({
    body: { name: "another's", role: "operator", user: "Another" },
  });
  await receive(createClient({ baseUrl: address, key: key! }), "SEAL-ERP", "ERP");
}

/** Changes the next Build of a page before it reaches the service. */
export const changeNextBuild = (page: Page, { body = {}, idempotencyKey }: Change) =>
  page.route(
    "**/api/Build/Build",
    async (route) => {
      const request = route.request();
      const headers = await request.allHeaders();
      await route.continue({
        headers: { ...headers, ...(idempotencyKey && { "idempotency-key": idempotencyKey }) },
        postData: JSON.stringify({ ...request.postDataJSON(), ...body }),
      });
    },
    { times: 1 },
  );
