import type { Executor } from "@asbuilt/core";
import { appOn, requester, type Send } from "./requester.ts";
import { cabinet, modelLot, modelUnit, slotCount } from "./workload.ts";

const unit = "Unit";

/** Items are a day old, so that builds which are dated back some seconds come after them. */
const yesterday = () => Date.now() - 86_400_000;

/**
 * Makes the master data over HTTP, and one model of each record that a plant has many of. The
 * generated rows are copies of the models, so they are as the service writes them.
 */
export async function makeMaster({ executor }: { readonly executor: Executor }): Promise<void> {
  const send = requester(appOn(executor, yesterday));
  await makeBom(send, unit, slotCount, { qty: 10, minQty: 0, maxQty: 1_000_000 });
  await makeBom(send, cabinet, 100, { qty: 4, minQty: 2, maxQty: 8 });
  await makeModels(send);
}

const componentOf = (parent: string, slot: number) => `${parent} component ${slot}`;

async function makeBom(send: Send, name: string, slots: number, quantities: object) {
  await makeProduct(send, name);
  const versions = [{ version: "1.0", status: "Released" }];
  await send("PUT", "/api/Bom/Upsert", { name, parentProductName: name, versions });
  for (let slot = 0; slot < slots; slot++) {
    const component = componentOf(name, slot);
    const alternate = `${component}, alternate`;
    await makeProduct(send, component);
    await makeProduct(send, alternate);
    await send("PUT", "/api/BomSlot/Upsert", {
      ParentProductName: name,
      bom: name,
      version: "1.0",
      description: `Slot ${slot}`,
      buildSlotType: "Assembly",
      isActive: true,
      isRequired: true,
      edhrBomRequired: 0,
      edhrBuildRequired: 0,
      candidates: [component, alternate].map((product, index) => ({
        product,
        isActive: true,
        isDefault: index === 0,
        ...quantities,
      })),
    });
  }
}

const makeProduct = (send: Send, name: string) =>
  send("PUT", "/api/Product/Upsert", {
    ProductType: "General",
    Name: name,
    Version: "A",
    DefaultOwnership: "Internal",
    DefaultCostPerUnit: 2.5,
    DefaultCurrency: "EUR",
    BaseUnit: "each",
    ReceiptProfile: "Standard",
    DefaultBatchSize: 1,
    InventoryDecimalPlaces: 0,
    Location: "Main",
    IsActive: true,
    IsPlanningConstraint: false,
  });

/** Makes a started works order with one unit, and builds one lot into each of its slots. */
async function makeModels(send: Send): Promise<void> {
  const order = { orderNo: "MODEL", productName: unit, bom: unit, version: "1.0", qty: 1 };
  await send("PUT", "/api/WorksOrder/Upsert", order);
  await send("PUT", "/api/WorksOrder/Start", {
    orderNo: "MODEL",
    items: [{ visualSerialNo: modelUnit, qty: 1 }],
  });
  for (let slot = 0; slot < slotCount; slot++) {
    await send("POST", "/api/MaterialItem/Receive", {
      productName: componentOf(unit, slot),
      visualSerialNo: modelLot(slot),
      qty: 1_000_000,
    });
    await send("PUT", "/api/Build/Build", {
      parentSerialNo: modelUnit,
      childSerialNo: modelLot(slot),
      builtQty: 1,
      receiveAtPointOfConsumption: false,
    });
  }
}
