import type { Client } from "@asbuilt/client";

/** The started pump, and the product of its seals. */
export interface StartedPump {
  readonly pumpSerialNo: string;
  readonly sealName: string;
}

/** Creates two products and a BoM where one needs two of the other, and starts a works order. */
export async function startPump(asbuilt: Client): Promise<StartedPump> {
  // Names are unique in an installation, and the example can run there repeatedly and concurrently.
  const run = crypto.randomUUID().slice(-12);
  const [pump, seal] = [`Pump ${run}`, `Seal ${run}`];
  for (const Name of [pump, seal]) await asbuilt.productUpsert({ body: product(Name) });

  const versions = [{ version: "1.0", status: "Released" as const }];
  await asbuilt.bomUpsert({ body: { name: "Standard", parentProductName: pump, versions } });
  const bom = { bom: "Standard", version: "1.0" };
  await asbuilt.bomSlotUpsert({
    body: {
      ...bom,
      ParentProductName: pump,
      description: "Shaft seals",
      buildSlotType: "Assembly",
      isActive: true,
      isRequired: true,
      edhrBomRequired: 0,
      edhrBuildRequired: 0,
      candidates: [
        { product: seal, isActive: true, qty: 2, minQty: 2, maxQty: 2, isDefault: true },
      ],
    },
  });

  const orderNo = `Order ${run}`;
  await asbuilt.worksOrderUpsert({ body: { ...bom, orderNo, productName: pump, qty: 1 } });
  const { items } = await asbuilt.worksOrderStart({ body: { orderNo } });
  return { pumpSerialNo: items[0]!.visualSerialNo, sealName: seal };
}

const product = (Name: string) => ({
  Name,
  ProductType: "General",
  Version: "A",
  DefaultOwnership: "Internal",
  DefaultCostPerUnit: 1,
  DefaultCurrency: "EUR",
  BaseUnit: "each",
  ReceiptProfile: "Standard",
  DefaultBatchSize: 1,
  InventoryDecimalPlaces: 0,
  Location: "Main",
  IsActive: true,
  IsPlanningConstraint: false,
});
