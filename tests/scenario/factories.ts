import type { Answer, Requests } from "../plants/plant.ts";

type Fields = Readonly<Record<string, unknown>>;
type Made = Promise<Answer["body"]>;

/** Makes what a test needs to stand on, over HTTP; each answers the record. */
export const factories = (plant: Requests) => ({
  product: (fields: Fields = {}): Made =>
    plant.done("put", "/api/Product/Upsert", {
      ProductType: "General",
      Name: plant.unique("Product"),
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
      ...fields,
    }),
  receive: (fields: Fields & { productName: string; qty: number }): Made =>
    plant.done("post", "/api/MaterialItem/Receive", {
      visualSerialNo: plant.unique("SN"),
      ...fields,
    }),
});

export type Factories = ReturnType<typeof factories>;
