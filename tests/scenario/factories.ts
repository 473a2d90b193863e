import type { Answer, Requests } from "../plants/requests.ts";

type Fields = Readonly<Record<string, unknown>>;
type Made = Promise<Answer["body"]>;

/** Returns functions that create what a test needs, over HTTP. Each returns the record. */
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
  /** Creates a BoM with version 1.0, released. */
  bom: (fields: Fields & { parentProductName: string }): Made =>
    plant.done("put", "/api/Bom/Upsert", {
      name: plant.unique("BoM"),
      versions: [{ version: "1.0", status: "Released" }],
      ...fields,
    }),
  /** Creates a required slot of version 1.0. */
  slot: (fields: Fields & { ParentProductName: string; bom: string }): Made =>
    plant.done("put", "/api/BomSlot/Upsert", {
      version: "1.0",
      description: plant.unique("Slot"),
      buildSlotType: "Assembly",
      isActive: true,
      isRequired: true,
      edhrBomRequired: 0,
      edhrBuildRequired: 0,
      ...fields,
    }),
  /** Creates a works order by version 1.0, not started. */
  worksOrder: (fields: Fields & { productName: string; bom: string }): Made =>
    plant.done("put", "/api/WorksOrder/Upsert", {
      orderNo: plant.unique("WO"),
      version: "1.0",
      qty: 1,
      ...fields,
    }),
});

export type Factories = ReturnType<typeof factories>;

/** The ways to call a service and to create records in it. */
export type PlantRequests = Requests & Factories;
