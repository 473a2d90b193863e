import type { Client } from "@asbuilt/client";

/** The names of the records that one flow uses, as the variables of its environment. */
export type FlowNames = Readonly<Record<"FLOW_PRODUCT" | "FLOW_PARENT" | "FLOW_REASON", string>>;

/** Makes the records of one flow: a fluid in thousandths, a tank that holds it, and a reason. */
export async function prepareFlow(client: Client, suffix: string): Promise<FlowNames> {
  const [product, tank, parent] = [`Fluid ${suffix}`, `Tank ${suffix}`, `TANK-${suffix}`];
  const fields = {
    ProductType: "General",
    Version: "A",
    DefaultOwnership: "Internal",
    DefaultCostPerUnit: 0,
    DefaultCurrency: "USD",
    BaseUnit: "each",
    ReceiptProfile: "Standard",
    DefaultBatchSize: 1,
    Location: "Main",
    IsActive: true,
    IsPlanningConstraint: false,
  };
  await client.productUpsert({
    body: {
      ...fields,
      Name: product,
      InventoryDecimalPlaces: 3,
      Properties: [{ Name: "Colour", Value: "Blue" }],
    },
  });
  await client.productUpsert({ body: { ...fields, Name: tank, InventoryDecimalPlaces: 0 } });
  await client.bomUpsert({
    body: {
      name: tank,
      parentProductName: tank,
      versions: [{ version: "1.0", status: "Released" }],
    },
  });
  await client.bomSlotUpsert({
    body: {
      ParentProductName: tank,
      bom: tank,
      version: "1.0",
      description: "Filling",
      buildSlotType: "Assembly",
      isActive: true,
      isRequired: false,
      edhrBomRequired: 0,
      edhrBuildRequired: 0,
      candidates: [{ product, isActive: true, qty: 1, minQty: 0, isDefault: true }],
    },
  });
  const order = { orderNo: `Tank of ${suffix}`, productName: tank, bom: tank, version: "1.0" };
  await client.worksOrderUpsert({ body: { ...order, qty: 1 } });
  await client.worksOrderStart({
    body: { orderNo: order.orderNo, items: [{ visualSerialNo: parent, qty: 1 }] },
  });
  const reason = `Drained by ${suffix}`;
  await client.materialReasonUpsert({
    body: { suid: reason, name: reason, transactions: ["adjust", "remove"] },
  });
  return { FLOW_PRODUCT: product, FLOW_PARENT: parent, FLOW_REASON: reason };
}

/** The output of every flow. */
export const expectedOutput = ({ FLOW_PRODUCT }: FlowNames): string => `listed ${FLOW_PRODUCT}
product sent back, 1 property, true
reason sent back, 2 transactions
received 123456.789
received 16777217
built, left 100000
removed, left 123456.789
refused 409 not_built
line 0: 200 123456.788
line 1: 409 insufficient_quantity
got -B
got []
`;
