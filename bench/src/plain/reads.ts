import { cabinet, orderNo, recordedItem, recordedOrder } from "../plant/workload.ts";
import type { Recording } from "../recording/record.ts";
import { keyReader } from "./build.ts";
import { decimalOf, type ItemRecord, itemMapper } from "./item-record.ts";
import { type Native, pickRecorded, reader, type Row } from "./statements.ts";

/** Returns the measured reads in plain code with the service's own statements. */
export function plainReads(database: Native, recording: Recording, keyId: number) {
  const key = keyReader(database, recording.get);
  const byId = reader(database, pickRecorded(recording.get, /from "material_item"/), {
    id: recordedItem,
    ids: JSON.stringify([recordedItem]),
  });
  const ofOrder = reader(database, pickRecorded(recording.items, /from "material_item" inner/), {
    order: orderNo(recordedOrder).toLowerCase(),
  });
  const ofProduct = reader(database, pickRecorded(recording.slots, /from "bom_slot" inner/), {
    product: cabinet.toLowerCase(),
  });
  const item = itemMapper(byId);
  const listed = itemMapper(ofOrder);
  const toSlot = slotMapper(ofProduct.at);

  return {
    /** Returns the row as the engine returns it. */
    rowById: (id: number): Row | undefined => {
      key(keyId);
      return byId.get({ id, ids: JSON.stringify([id]) });
    },
    get: (id: number): ItemRecord | undefined => {
      key(keyId);
      const row = byId.get({ id, ids: JSON.stringify([id]) });
      return row && item(row);
    },
    items: (order: string): ItemRecord[] => {
      key(keyId);
      return ofOrder.all({ order: order.toLowerCase() }).map(listed);
    },
    slots: (product: string): object[] => {
      key(keyId);
      return ofProduct.all({ product: product.toLowerCase() }).map(toSlot);
    },
  };
}

type Part = Readonly<Record<string, unknown>>;

function slotMapper(at: Readonly<Record<string, number>>): (row: Row) => object {
  const own = {
    id: at["bom_slot.id"]!,
    bomVersionId: at["bom_slot.bom_version_id"]!,
    description: at["bom_slot.description"]!,
    typeId: at["bom_slot.build_slot_type_id"]!,
    isActive: at["bom_slot.is_active"]!,
    isRequired: at["bom_slot.is_required"]!,
    instruction: at["bom_slot.instruction"]!,
    bomRequired: at["bom_slot.edhr_bom_required"]!,
    buildRequired: at["bom_slot.edhr_build_required"]!,
    major: at["bom_version.major"]!,
    minor: at["bom_version.minor"]!,
    bomId: at["bom.id"]!,
    bom: at["bom.name"]!,
    parentId: at["product.id"]!,
    parent: at["product.name"]!,
    type: at["build_slot_type.name"]!,
  };
  return (row) => ({
    id: row[own.id],
    ParentProductName: row[own.parent],
    parentProductID: row[own.parentId],
    bom: row[own.bom],
    bomID: row[own.bomId],
    version: `${String(row[own.major])}.${String(row[own.minor])}`,
    bomVersionID: row[own.bomVersionId],
    description: row[own.description],
    buildSlotType: row[own.type],
    buildSlotTypeID: row[own.typeId],
    isActive: Boolean(row[own.isActive]),
    isRequired: Boolean(row[own.isRequired]),
    instruction: row[own.instruction],
    edhrBomRequired: decimalOf(row[own.bomRequired]),
    edhrBuildRequired: decimalOf(row[own.buildRequired]),
    // The last two columns are the candidates and the properties, as JSON.
    candidates: (JSON.parse(row.at(-2) as string) as Part[]).map(candidateRecord),
    Properties: (JSON.parse(row.at(-1) as string) as Part[]).map(propertyRecord),
  });
}

const candidateRecord = (candidate: Part) => ({
  id: candidate["id"],
  bomSlotID: candidate["bomSlotId"],
  product: candidate["product"],
  productID: candidate["productId"],
  version: candidate["version"],
  isActive: Boolean(candidate["isActive"]),
  qty: decimalOf(candidate["qty"]),
  minQty: decimalOf(candidate["minQty"]),
  maxQty: decimalOf(candidate["maxQty"]),
  isDefault: Boolean(candidate["isDefault"]),
  useUom: candidate["useUom"],
  useUomID: candidate["useUomId"],
});

const propertyRecord = (property: Part) => ({
  property: property["property"],
  propertyID: property["propertyDefinitionId"],
  slotID: property["bomSlotId"],
  value: property["value"],
});
