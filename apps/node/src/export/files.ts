import { catalogNames } from "@asbuilt/contract";
import { bodyFields } from "../import/fields.ts";
import { importOrder, type ImportRoute } from "../import/files.ts";
import type { Listed } from "../import/list.ts";
import type { ExportRow } from "./csv.ts";
import type { Plant } from "./plant.ts";

/** A file of an export. */
export interface ExportFile {
  readonly name: string;
  /** Whether its rows change what the others have made, so that an import loads them later. */
  readonly isAfterwards: boolean;
  rows(plant: Plant): AsyncGenerator<ExportRow>;
}

type Rows = (plant: Plant) => AsyncGenerator<ExportRow>;

/** A record has fields that an import can't take: ids are those of another plant. */
const isOfOnePlant = (name: string) => /^(?:id|ID|revNo)$|[a-z]IDs?$/.test(name);

/** Returns a value without the ids in it. */
function portable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      isOfOnePlant(name) ? [] : [[name, portable(inner)]],
    ),
  );
}

/** The fields of a record that others can't refer to once it is retired. */
const activeFields = ["isActive", "IsActive"];
const namesOf: Readonly<Record<string, readonly string[]>> = {
  Product: ["Name"],
  Bom: ["name", "parentProductName"],
};

const isRetired = (record: Listed) => activeFields.some((name) => record[name] === false);
const obsoleteVersions = ({ versions = [] }: Listed) =>
  (versions as Listed[]).filter(({ status }) => status === "Obsolete");

/** Returns a record as it was before it was retired, so that what refers to it can be loaded. */
function inUse(record: Listed): Listed {
  const active = activeFields.filter((name) => name in record).map((name) => [name, true]);
  const versions = record["versions"]?.map((version: Listed) =>
    version["status"] === "Obsolete" ? { ...version, status: "Released" } : version,
  );
  return { ...record, ...Object.fromEntries(active), ...(versions && { versions }) };
}

/** Returns how a record becomes a row of its Upsert, without the ids of its plant. */
export function rowsFor(route: ImportRoute): (record: Listed) => Record<string, unknown> {
  const columns = [...bodyFields(route).values()]
    // The service sets a field without a type.
    .filter(({ name, types }) => types.size > 0 && !isOfOnePlant(name))
    .map(({ name }) => name);
  return (record) => Object.fromEntries(columns.map((name) => [name, portable(record[name])]));
}

/** Returns the rows that make each record of a resource, with every field that its Upsert takes. */
const creationsOf = (resource: string, route: ImportRoute): Rows =>
  async function* (plant) {
    const rowOf = rowsFor(route);
    for await (const record of plant.list(resource)) {
      yield rowOf(resource === "BomSlot" ? record : inUse(record));
    }
  };

/** Returns the rows that retire the records of a resource again. */
const retirementsOf = (resource: string): Rows =>
  async function* (plant) {
    for await (const record of plant.list(resource)) {
      const versions = obsoleteVersions(record);
      if (!isRetired(record) && versions.length === 0) continue;
      const names = [...(namesOf[resource] ?? ["name"]), ...activeFields];
      yield {
        ...Object.fromEntries(
          names.filter((name) => name in record).map((name) => [name, record[name]]),
        ),
        ...("versions" in record && { versions: portable(versions) }),
      };
    }
  };

async function* starts(plant: Plant): AsyncGenerator<ExportRow> {
  let started: { orderNo: string; items: object[] } | undefined;
  for await (const { order, unit } of plant.units()) {
    // One Start makes at most 1,000 items.
    if (started && (started.orderNo !== order["orderNo"] || started.items.length === 1000)) {
      yield started;
      started = undefined;
    }
    started ??= { orderNo: order["orderNo"], items: [] };
    started.items.push({ visualSerialNo: unit["visualSerialNo"], qty: unit["nominalQty"] });
  }
  if (started) yield started;
}

const fieldsOfReceipt = [
  "version",
  "location",
  "batchNo",
  "costPerUnit",
  "ownershipType",
  "deliveryNo",
  "origin",
] as const;

async function* receipts(plant: Plant): AsyncGenerator<ExportRow> {
  for await (const { item, qty } of plant.receipts()) {
    const { productName, visualSerialNo } = item;
    const hidden = await plant.hiddenFields(productName);
    const unlessHidden = (name: string, value: unknown) => (hidden.has(name) ? null : value);
    yield {
      productName,
      visualSerialNo,
      qty,
      // An empty cell would leave the expiry to the product.
      expiryDate: unlessHidden("expiryDate", item["expiryDate"] ?? "null"),
      ...Object.fromEntries(fieldsOfReceipt.map((name) => [name, unlessHidden(name, item[name])])),
    };
  }
}

async function* builds(plant: Plant): AsyncGenerator<ExportRow> {
  for await (const { parent, child, qty } of plant.builds()) {
    yield {
      parentSerialNo: parent["visualSerialNo"],
      childSerialNo: child["visualSerialNo"],
      builtQty: qty,
      receiveAtPointOfConsumption: false,
    };
  }
}

/** A unit that is complete or dispatched passed the gates, or was let pass. An import lets it pass. */
const passing = { allowIncomplete: true, comment: "Imported from an export" };

async function* completedUnits(plant: Plant): AsyncGenerator<ExportRow> {
  for await (const { order, unit } of plant.units()) {
    const isOpen = unit["endDT"] === null || order["status"] === "Completed";
    const isThere = ["Available", "Dispatched"].includes(String(await plant.statusOf(unit)));
    if (!isOpen && isThere) yield { visualSerialNo: unit["visualSerialNo"], ...passing };
  }
}

/** Returns each item that an export holds. */
async function* items(plant: Plant): AsyncGenerator<Listed> {
  for await (const { unit } of plant.units()) yield unit;
  for await (const { item } of plant.receipts()) yield item;
}

async function* dispatches(plant: Plant): AsyncGenerator<ExportRow> {
  for await (const item of items(plant)) {
    if ((await plant.statusOf(item)) !== "Dispatched") continue;
    yield {
      visualSerialNo: item["visualSerialNo"],
      destination: item["destination"] ?? null,
      ...passing,
    };
  }
}

async function* holds(plant: Plant): AsyncGenerator<ExportRow> {
  for await (const { visualSerialNo, holds: held } of items(plant)) {
    for (const { holdReason, batchHoldID } of held) {
      // The others are those of its batch.
      if (batchHoldID === null) yield { visualSerialNo, holdReason };
    }
  }
}

async function* batchHolds(plant: Plant): AsyncGenerator<ExportRow> {
  for await (const { productName, batchNo, holdReason, comment } of plant.list("BatchHold")) {
    yield { productName, batchNo, holdReason, comment };
  }
}

const ordersWith = (status: string, more: ExportRow): Rows =>
  async function* (plant) {
    for await (const { orderNo } of plant.list("WorksOrder", { status }))
      yield { orderNo, ...more };
  };

const upserted = new Set([
  ...catalogNames,
  "Product",
  "Bom",
  "BomSlot",
  "WorkCentreGroup",
  "WorksOrder",
]);
const retired = new Set<string>([...catalogNames, "Product", "Bom"]);

const others: Readonly<Record<string, Rows>> = {
  "WorksOrder.Start": starts,
  "MaterialItem.Receive": receipts,
  "Build.Build": builds,
  "MaterialItem.Complete": completedUnits,
  "WorksOrder.Complete": ordersWith("Completed", passing),
  "WorksOrder.Cancel": ordersWith("Cancelled", {}),
  "MaterialItem.Dispatch": dispatches,
};

/** The files of an export, in the order in which an import loads them. */
export const exportFiles: readonly ExportFile[] = [
  ...importOrder.flatMap((route) => {
    const [resource = "", operation] = route.path.split("/").slice(2);
    const isUpsert = operation === "Upsert" && upserted.has(resource);
    const rows = isUpsert ? creationsOf(resource, route) : others[`${resource}.${operation}`];
    return rows ? [{ name: `${resource}.${operation}.csv`, isAfterwards: false, rows }] : [];
  }),
  ...importOrder.flatMap(({ path }) => {
    const [resource = "", operation] = path.split("/").slice(2);
    if (operation !== "Upsert" || !retired.has(resource)) return [];
    return [{ name: `${resource}.Upsert.csv`, isAfterwards: true, rows: retirementsOf(resource) }];
  }),
  { name: "MaterialItem.Hold.csv", isAfterwards: true, rows: holds },
  { name: "BatchHold.Upsert.csv", isAfterwards: true, rows: batchHolds },
];

/** The resources that an export can be limited to. */
export const exportedResources: readonly string[] = [
  ...new Set(exportFiles.map(({ name }) => name.split(".")[0]!)),
];
