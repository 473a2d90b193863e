import type {
  StartedWorksOrderRecord,
  WorksOrderCompletenessRecord,
  WorksOrderOfVersionRecord,
  WorksOrderRecord,
} from "@asbuilt/contract";
import {
  formatVersion,
  type Order,
  type OrderCompleteness,
  type OrderOfVersion,
  type StartedWorksOrder,
} from "@asbuilt/core";
import { wireDecimal, wireTimeOrNull } from "./wire.ts";

/** Returns a works order in wire form. */
export const toWorksOrderRecord = (order: Order): WorksOrderRecord => ({
  id: order.id,
  revNo: order.revNo,
  orderNo: order.orderNo,
  description: order.description,
  productName: order.productName,
  productID: order.productId,
  bom: order.bom,
  bomID: order.bomId,
  version: formatVersion(order),
  bomVersionID: order.bomVersionId,
  qty: wireDecimal(order.qty),
  status: order.status,
  startDT: wireTimeOrNull(order.startAt),
  endDT: wireTimeOrNull(order.endAt),
});

/** Returns a works order with the items that a start created. */
export const toStartedRecord = ({
  order,
  items,
  progress,
}: StartedWorksOrder): StartedWorksOrderRecord => ({
  ...toWorksOrderRecord(order),
  ...(progress && {
    qtyStarted: wireDecimal(progress.qtyStarted),
    qtyLeft: wireDecimal(progress.qtyLeft),
    unit: progress.unit,
  }),
  items: items.map(({ id, visualSerialNo, qty }) => ({
    id,
    visualSerialNo,
    qty: wireDecimal(qty),
  })),
});

/** Returns a works order with the units that went to a BoM version. */
export const toOrderOfVersionRecord = ({
  order,
  version,
  units,
}: OrderOfVersion): WorksOrderOfVersionRecord => ({
  ...toWorksOrderRecord(order),
  toBomVersionID: version.id,
  items: units.map(({ id, visualSerialNo, fromVersionId, builds }) => ({
    id,
    visualSerialNo,
    fromBomVersionID: fromVersionId,
    builds: builds.map(({ buildId, childSerialNo, qty, unit, from, to }) => ({
      id: buildId,
      childSerialNo,
      qty: wireDecimal(qty),
      unit,
      fromBomSlotID: from.bomSlotId,
      fromSlot: from.slot,
      toBomSlotID: to.bomSlotId,
      toSlot: to.slot,
    })),
  })),
});

/** Returns the completeness of a works order in wire form. */
export const toOrderCompletenessRecord = ({
  order,
  units,
  missing,
  stock,
  ...counts
}: OrderCompleteness): WorksOrderCompletenessRecord => ({
  id: order.id,
  orderNo: order.orderNo,
  productName: order.productName,
  status: order.status,
  bomVersionID: order.bomVersionId,
  ...counts,
  units: units.map(({ unit, ...state }) => ({
    id: unit.id,
    visualSerialNo: unit.visualSerialNo,
    nominalQty: wireDecimal(unit.nominalQty),
    status: unit.status,
    holdReason: unit.holdReason,
    ...state,
  })),
  missing: missing.map(({ bomSlotId, measure, candidates, ...lack }) => ({
    bomSlotID: bomSlotId,
    slot: measure.slot,
    productID: measure.productId,
    product: measure.product,
    missing: wireDecimal(lack.missing),
    unit: measure.unit,
    units: lack.units,
    candidates: candidates.map(({ candidate, missing: alone }) => ({
      candidateID: candidate.candidateId,
      productID: candidate.productId,
      product: candidate.product,
      version: candidate.version,
      isDefault: candidate.isDefault,
      missing: wireDecimal(alone),
      unit: candidate.unit,
    })),
  })),
  stock: stock.map(({ item, candidate }) => ({
    id: item.id,
    visualSerialNo: item.visualSerialNo,
    productID: candidate.productId,
    product: candidate.product,
    version: item.version,
    batchNo: item.batchNo,
    location: item.location,
    expiryDate: wireTimeOrNull(item.expiryAt),
    actualQty: wireDecimal(item.actualQty),
    unit: candidate.unit,
  })),
});
