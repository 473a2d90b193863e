/** The fields of a new product of the demo plant that an assembly can take. */
export const partOf = (Name: string) => ({
  ProductType: "Parts",
  Name,
  Version: "A",
  DefaultOwnership: "Internal",
  DefaultCostPerUnit: 1,
  DefaultCurrency: "EUR",
  BaseUnit: "each",
  ReceiptProfile: "Standard",
  DefaultBatchSize: 1,
  InventoryDecimalPlaces: 0,
  Location: "Store",
  IsActive: true,
  IsPlanningConstraint: false,
});
