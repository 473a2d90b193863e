import type { PlantRequests } from "../scenario/factories.ts";

/** A product that can fill a slot. Quantities are in its base unit, per unit of parent. */
export interface Candidate {
  readonly id: number;
  readonly product: Product;
  readonly version: string | null;
  readonly isActive: boolean;
  readonly isDefault: boolean;
  readonly qty: number;
  readonly minQty: number;
  readonly maxQty: number | null;
}

export interface Slot {
  readonly id: number;
  readonly description: string;
  readonly isActive: boolean;
  readonly isRequired: boolean;
  readonly candidates: readonly Candidate[];
}

export interface Product {
  readonly id: number;
  readonly name: string;
  /** The number of decimals of its items' quantities. */
  readonly places: number;
  readonly unit: string;
  readonly hasSerialRange: boolean;
  readonly shelfLifeDays: number | null;
  /** Whether its receipt profile requires a batch. */
  readonly needsBatch: boolean;
  /** Whether each of its items is a single thing. */
  readonly isSerial: boolean;
  /** Whether nothing of it is made at a point of consumption. */
  readonly isManaged: boolean;
  /** The slots of its one released BoM version, by id. Empty if it has none. */
  readonly slots: Slot[];
}

const statusNames = ["WIP", "Available", "Consumed", "Scrapped", "Dispatched", "Voided"] as const;
export type StatusName = (typeof statusNames)[number];

/** The records of a plant before the first step. They never change. */
export interface Floor {
  readonly products: readonly Product[];
  readonly bom: string;
  readonly statusIDs: Readonly<Record<StatusName, number>>;
  readonly holdReasonID: number;
  readonly locationID: number;
  readonly ownershipTypeID: number;
  readonly currencyIDs: Readonly<Record<"EUR" | "USD", number>>;
  readonly userIDs: Readonly<Record<"operator" | "engineer", number>>;
}

interface ProductSpec {
  readonly places?: number;
  readonly unit?: string;
  readonly serialRange?: true;
  readonly shelfLifeDays?: number;
  readonly needsBatch?: true;
  readonly isSerial?: true;
  readonly isManaged?: true;
}

const productSpecs: Readonly<Record<string, ProductSpec>> = {
  Unit: {},
  Board: {},
  Seal: {},
  Gasket: { places: 2, shelfLifeDays: 30 },
  Wire: { places: 2, unit: "m" },
  Chip: { needsBatch: true },
  Label: { serialRange: true },
  Stray: {},
  Motor: { isSerial: true, places: 2 },
  Sensor: { isSerial: true, isManaged: true },
  Oil: { isManaged: true, places: 2 },
};

type CandidateSpec = readonly [
  product: string,
  quantities: readonly [min: number, qty: number, max: number | null],
  more?: {
    readonly version?: string;
    readonly isActive?: false;
    readonly isDefault?: true;
    /** The unit of the candidate's quantities, a thousandth of the base unit. */
    readonly thousandth?: string;
  },
];

interface SlotSpec {
  readonly description: string;
  readonly isRequired?: boolean;
  readonly isActive?: boolean;
  readonly candidates: readonly CandidateSpec[];
}

// One of each kind that the rules distinguish: mixed, spilling, by version, other unit, inactive.
const slotSpecs: Readonly<Record<string, readonly SlotSpec[]>> = {
  Unit: [
    { description: "Spare seals", candidates: [["Seal", [0, 1, 2]]] },
    {
      description: "Seals",
      isRequired: true,
      candidates: [
        ["Seal", [1, 2, 4], { isDefault: true }],
        ["Gasket", [1.5, 3, 6]],
        ["Stray", [0, 1, 1], { isActive: false }],
      ],
    },
    { description: "Main board", isRequired: true, candidates: [["Board", [1, 1, null]]] },
    {
      description: "Wire",
      candidates: [["Wire", [254, 505, 1505], { isDefault: true, thousandth: "mm" }]],
    },
    {
      description: "Chips",
      candidates: [
        ["Chip", [0, 1, 4], { isDefault: true }],
        ["Chip", [0, 1, 2], { version: "B" }],
      ],
    },
    { description: "Motors", candidates: [["Motor", [0, 1, 2]]] },
    { description: "Sensors", candidates: [["Sensor", [0, 1, 3]]] },
    { description: "Oil", candidates: [["Oil", [0, 1, 4]]] },
    { description: "Retired", isActive: false, candidates: [["Stray", [0, 1, null]]] },
  ],
  Board: [
    { description: "Front", candidates: [["Board", [0, 1, null], { isDefault: true }]] },
    {
      description: "Back",
      candidates: [
        ["Board", [0, 1, null], { isDefault: true }],
        ["Unit", [0, 1, null]],
        ["Wire", [0, 1, 3], { isActive: false }],
      ],
    },
    { description: "Labels", candidates: [["Label", [0, 1, 3], { isDefault: true }]] },
  ],
};

type Made = Awaited<ReturnType<PlantRequests["done"]>>;

/** Creates the products, BoMs and reference data of the floor in a plant. */
export async function layFloor(plant: PlantRequests): Promise<Floor> {
  const range = await plant.done("put", "/api/SerialRange/Upsert", {
    name: plant.unique("Labels"),
    prefix: "L",
    padding: 6,
  });
  const profile = await plant.done("put", "/api/ReceiptProfile/Upsert", {
    name: plant.unique("With a batch"),
    fields: { batchNo: "compulsory" },
  });
  const products = new Map<string, Product>();
  for (const [name, spec] of Object.entries(productSpecs)) {
    const made = await plant.product({
      InventoryDecimalPlaces: spec.places ?? 0,
      BaseUnit: spec.unit ?? "each",
      ...(spec.serialRange ? { SerialRange: range.name } : {}),
      ...(spec.needsBatch ? { ReceiptProfile: profile.name } : {}),
      ShelfLifeDays: spec.shelfLifeDays ?? null,
      ...(spec.isSerial ? { Tracking: "Serial" } : {}),
      ...(spec.isManaged ? { InventoryManaged: true } : {}),
    });
    products.set(name, productFrom(made, spec));
  }
  const bom = plant.unique("BoM");
  for (const [parent, slots] of Object.entries(slotSpecs)) {
    const { name, slots: laid } = products.get(parent)!;
    await plant.bom({
      parentProductName: name,
      name: bom,
      versions: [
        { version: "1.0", status: "Released" },
        { version: "2.0", status: "Draft" },
      ],
    });
    for (const slot of slots) laid.push(await laySlot(plant, products, slot, [name, bom]));
  }
  return { products: [...products.values()], bom, ...(await referenceData(plant)) };
}

const productFrom = (made: Made, spec: ProductSpec): Product => ({
  id: made.ID,
  name: made.Name,
  places: spec.places ?? 0,
  unit: spec.unit ?? "each",
  hasSerialRange: spec.serialRange ?? false,
  shelfLifeDays: spec.shelfLifeDays ?? null,
  needsBatch: spec.needsBatch ?? false,
  isSerial: spec.isSerial ?? false,
  isManaged: spec.isManaged ?? false,
  slots: [],
});

async function laySlot(
  plant: PlantRequests,
  products: ReadonlyMap<string, Product>,
  { description, isRequired = false, isActive = true, candidates }: SlotSpec,
  [ParentProductName, bom]: readonly [string, string],
): Promise<Slot> {
  const laid = await plant.slot({
    ParentProductName,
    bom,
    description,
    isRequired,
    isActive,
    candidates: candidates.map(([name, [minQty, qty, maxQty], more = {}]) => ({
      product: products.get(name)!.name,
      version: more.version ?? null,
      isActive: more.isActive ?? true,
      isDefault: more.isDefault ?? false,
      useUom: more.thousandth ?? null,
      minQty,
      qty,
      maxQty,
    })),
  });
  return {
    id: laid.id,
    description,
    isActive,
    isRequired,
    candidates: candidates.map(([name, [minQty, qty, maxQty], more = {}], index) => {
      const units = more.thousandth ? 1000 : 1;
      return {
        id: laid.candidates[index].id,
        product: products.get(name)!,
        version: more.version ?? null,
        isActive: more.isActive ?? true,
        isDefault: more.isDefault ?? false,
        minQty: minQty / units,
        qty: qty / units,
        maxQty: maxQty === null ? null : maxQty / units,
      };
    }),
  };
}

async function referenceData(plant: PlantRequests) {
  const idNamed = async (resource: string, name: string): Promise<number> => {
    const { body } = await plant.post(`/api/${resource}/List`, {});
    return body.find((record: Made) => record.name === name).id;
  };
  const statuses = await Promise.all(statusNames.map((name) => idNamed("MaterialStatus", name)));
  return {
    // Every name has an id.
    statusIDs: Object.fromEntries(
      statusNames.map((name, index) => [name, statuses[index]!]),
    ) as Floor["statusIDs"],
    holdReasonID: await idNamed("HoldReason", "Quality"),
    locationID: await idNamed("Location", "Main"),
    ownershipTypeID: await idNamed("OwnershipType", "Internal"),
    currencyIDs: { EUR: await idNamed("Currency", "EUR"), USD: await idNamed("Currency", "USD") },
    userIDs: {
      operator: await idNamed("User", "operator"),
      engineer: await idNamed("User", "engineer"),
    },
  };
}
