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

/** A version of a product's BoM. */
export interface BomVersion {
  readonly number: "1.0" | "1.1" | "2.0";
  readonly id: number;
  readonly isReleased: boolean;
  /** By id. */
  readonly slots: Slot[];
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
  /** The versions of its BoM, the earliest first. Empty if it has none. */
  readonly versions: BomVersion[];
}

const statusNames = ["WIP", "Available", "Consumed", "Scrapped", "Dispatched", "Voided"] as const;
export type StatusName = (typeof statusNames)[number];

/** The SUIDs of the locations. Those of receipts are in the first one. */
export type LocationName = "MAIN" | "SHELF";
/** A material reason has the name of the first one. */
export type HoldReasonName = "Quality" | "Suspect";

/** The records of a plant before the first step. They never change. */
export interface Floor {
  readonly products: readonly Product[];
  readonly bom: string;
  readonly statusIDs: Readonly<Record<StatusName, number>>;
  readonly holdReasonIDs: Readonly<Record<HoldReasonName, number>>;
  readonly locationIDs: Readonly<Record<LocationName, number>>;
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

/** A change of a slot of version 1.0 in version 1.1. */
interface SlotEdit {
  readonly slot: string;
  readonly isRemoved?: true;
  readonly isActive?: false;
  readonly description?: string;
  /** The new maximum of its first candidate. */
  readonly maxQty?: number;
}

// Most builds by 1.0 fit into 1.1: into the same slot, one of another name, or another one. Some fit
// nowhere. Oil has no slot there, and a unit with four seals or many chips has too much.
const revisions: Readonly<Record<string, { edits: readonly SlotEdit[]; more: SlotSpec[] }>> = {
  Unit: {
    edits: [
      { slot: "Spare seals", isActive: false },
      { slot: "Motors", description: "Drive" },
      { slot: "Chips", maxQty: 2 },
      { slot: "Oil", isRemoved: true },
    ],
    more: [{ description: "Liner", isRequired: true, candidates: [["Gasket", [0.25, 1, 2]]] }],
  },
  Board: { edits: [{ slot: "Front", description: "Face" }], more: [] },
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
    const { name, versions } = products.get(parent)!;
    const made = await plant.bom({
      parentProductName: name,
      name: bom,
      versions: [
        { version: "1.0", status: "Released" },
        { version: "2.0", status: "Draft" },
      ],
    });
    const [first, draft] = made.versions;
    const laid: Slot[] = [];
    const place = { ParentProductName: name, bom };
    for (const slot of slots) laid.push(await laySlot(plant, products, slot, place));
    versions.push({ number: "1.0", id: first.id, isReleased: true, slots: laid });
    versions.push(await layRevision(plant, products, [parent, laid], [made.id, place]));
    // The draft has no slots.
    versions.push({ number: "2.0", id: draft.id, isReleased: false, slots: [] });
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
  versions: [],
});

interface Place {
  readonly ParentProductName: string;
  readonly bom: string;
  readonly version?: string;
}

/** Copies version 1.0 to 1.1, changes the copy, and releases it. */
async function layRevision(
  plant: PlantRequests,
  products: ReadonlyMap<string, Product>,
  [parent, slots]: readonly [parent: string, slots: readonly Slot[]],
  [bomID, place]: readonly [bomID: number, place: Place],
): Promise<BomVersion> {
  const { edits, more } = revisions[parent]!;
  const of = { parentProductName: place.ParentProductName, bom: place.bom };
  const copied = await plant.done("put", "/api/Bom/CopyVersion", { ...of, from: "1.0", to: "1.1" });
  const { id } = copied.versions.find(({ version }: Made) => version === "1.1");
  const filter = { Product: place.ParentProductName, Bom: place.bom, Version: "1.1" };
  const { body: copies } = await plant.post("/api/BomSlot/List", filter);
  const laid: Slot[] = [];
  for (const [index, slot] of slots.entries()) {
    const edit = edits.find((one) => one.slot === slot.description);
    const changed = await layEdit(plant, slot, copies[index], edit);
    if (changed) laid.push(changed);
  }
  for (const slot of more) {
    laid.push(await laySlot(plant, products, slot, { ...place, version: "1.1" }));
  }
  await plant.done("put", "/api/Bom/Upsert", {
    id: bomID,
    versions: [{ id, status: "Released" }],
  });
  return { number: "1.1", id, isReleased: true, slots: laid };
}

/** Changes the copy of a slot. Returns it as it is then, or nothing if it was removed. */
async function layEdit(
  plant: PlantRequests,
  slot: Slot,
  { id, candidates: ids }: Made,
  edit: SlotEdit | undefined,
): Promise<Slot | undefined> {
  if (edit?.isRemoved) {
    await plant.done("delete", "/api/BomSlot/Delete", { ID: id });
    return undefined;
  }
  const [first, ...others] = slot.candidates.map((one, at) => ({ ...one, id: ids[at].id }));
  const { description = slot.description, isActive = slot.isActive } = edit ?? {};
  const { maxQty = first!.maxQty } = edit ?? {};
  const candidates = maxQty === first!.maxQty ? {} : { candidates: [{ id: first!.id, maxQty }] };
  if (edit)
    await plant.done("put", "/api/BomSlot/Upsert", { id, description, isActive, ...candidates });
  return { ...slot, id, description, isActive, candidates: [{ ...first!, maxQty }, ...others] };
}

async function laySlot(
  plant: PlantRequests,
  products: ReadonlyMap<string, Product>,
  { description, isRequired = false, isActive = true, candidates }: SlotSpec,
  place: Place,
): Promise<Slot> {
  const laid = await plant.slot({
    ...place,
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
  const shelf = await plant.done("put", "/api/Location/Upsert", { name: "Shelf", suid: "SHELF" });
  const suspect = await plant.done("put", "/api/HoldReason/Upsert", { name: "Suspect" });
  const statuses = await Promise.all(statusNames.map((name) => idNamed("MaterialStatus", name)));
  return {
    // Every name has an id.
    statusIDs: Object.fromEntries(
      statusNames.map((name, index) => [name, statuses[index]!]),
    ) as Floor["statusIDs"],
    holdReasonIDs: {
      Quality: await idNamed("HoldReason", "Quality"),
      Suspect: suspect.id,
    },
    locationIDs: { MAIN: await idNamed("Location", "Main"), SHELF: shelf.id },
    ownershipTypeID: await idNamed("OwnershipType", "Internal"),
    currencyIDs: { EUR: await idNamed("Currency", "EUR"), USD: await idNamed("Currency", "USD") },
    userIDs: {
      operator: await idNamed("User", "operator"),
      engineer: await idNamed("User", "engineer"),
    },
  };
}
