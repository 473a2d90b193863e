import type { PlantRequests } from "./factories.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Returns the requests of any resource. */
export const catalogRequests = (plant: PlantRequests) => ({
  upsert: (resource: string, body: Fields) => plant.put(`/api/${resource}/Upsert`, body),
  list: (resource: string, body: Fields) => plant.post(`/api/${resource}/List`, body),
  remove: (resource: string, body: Fields) => plant.delete(`/api/${resource}/Delete`, body),
  create: (resource: string, body: Fields) => plant.done("put", `/api/${resource}/Upsert`, body),
});

const unitDefaults = (name: string) => ({ code: null, dimension: name, factor: 1 });
const none = () => ({});

/** Each resource with the limits of its name and its SUID, and the defaults of a new record. */
export const resources = [
  ["ProductType", "bytes", 250, 250, none],
  ["OwnershipType", "bytes", 250, 250, none],
  ["Currency", "characters", 50, 50, none],
  ["UnitOfMeasure", "characters", 30, 30, unitDefaults],
  ["Location", "bytes", 200, 200, none],
  ["ReceiptProfile", "characters", 100, 100, () => ({ fields: {} })],
  ["ReceiptRecipe", "characters", 200, 200, none],
  [
    "SerialRange",
    "characters",
    500,
    500,
    () => ({ prefix: "", nextNumber: 1, endNumber: null, padding: 0 }),
  ],
  ["PropertyDefinition", "bytes", 50, 50, none],
  ["BuildSlotType", "bytes", 50, 50, none],
  ["MaterialReason", "bytes", 250, 50, () => ({ transactions: [], disposition: "return" })],
  [
    "LabelTemplate",
    "bytes",
    250,
    250,
    () => ({
      kind: "item",
      widthMm: 50,
      heightMm: 25,
      dpi: 203,
      symbology: "dataMatrix",
      code: "{visualSerialNo}",
      lines: [],
      zpl: null,
    }),
  ],
  ["SignatureMeaning", "bytes", 250, 250, none],
  ["Plant", "bytes", 250, 250, () => ({ address: null, sealKeys: [], documentRequired: false })],
  ["WorkCentre", "bytes", 250, 250, none],
  ["MaterialStatus", "bytes", 250, 250, () => ({ consumable: false, buildable: false })],
  ["HoldReason", "bytes", 250, 250, none],
  ["CaseDataDefinition", "characters", 50, 50, none],
  ["Role", "bytes", 250, 250, () => ({ operations: [] })],
  ["User", "bytes", 250, 250, () => ({ roles: null, badge: null, pinSetAt: null })],
] as const;
