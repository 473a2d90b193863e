import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { decimalOf, type ItemRecord, Refused, isoTime } from "../plain/item-record.ts";
import {
  ancestorsOf,
  type Candidate,
  candidatesOf,
  type Db,
  type Item,
  itemsBySerial,
  keyState,
  statusesBySuid,
} from "./queries.ts";
import { build, changeLog, materialItem } from "./schema.ts";

export interface UsualBuild {
  readonly parentSerialNo: string;
  readonly childSerialNo: string;
  readonly builtQty: number;
}

/** Runs a Build as the usual stack does. The caller has begun the transaction. */
export async function usualBuild(db: Db, keyId: number, input: UsualBuild) {
  const [key] = await keyState(db, keyId);
  if (!key || key.revokedAt !== null || !key.userIsActive)
    throw new Refused(401, "The key is not valid.");
  const [parentKey, childKey] = [input.parentSerialNo, input.childSerialNo].map((serial) =>
    serial.toLowerCase(),
  );
  const items = await itemsBySerial(db, [parentKey!, childKey!]);
  const parent = items.find(({ serialKey }) => serialKey === parentKey);
  const child = items.find(({ serialKey }) => serialKey === childKey);
  if (!parent || !child) throw new Refused(404, "The item does not exist.");
  const candidates = await candidatesOf(db, parent, child.productId);
  const ancestors = await ancestorsOf(db, parent.id);
  await statusesBySuid(db, ["available", "consumed"]);

  const at = Date.now();
  requireBuildable(parent, child, ancestors, at);
  const qty = input.builtQty * 1_000_000;
  const actualQty = child.actualQty - qty;
  if (actualQty < 0) throw new Refused(409, "The stock is too low.");
  const allocation = allocate(candidates, parent, child, qty);

  const log = changeLogger(db, { operationId: uuidv7(), at, userId: key.userId, keyId });
  const detail = { qty, allocations: [allocation] };
  const seq = await log(0, parent, "builtInto", {
    before: { lastEditAt: parent.lastEditAt },
    after: { lastEditAt: at, detail: { ...detail, childSerialNo: child.visualSerialNo } },
  });
  const changed = { lastEditAt: at, lastEditUserId: key.userId };
  const newParent = { ...parent, ...changed, revNo: parent.revNo + 1 };
  await db
    .update(materialItem)
    .set({ revNo: newParent.revNo, lastEditAt: at })
    .where(eq(materialItem.id, parent.id));
  await log(1, child, "built", {
    before: { lastEditAt: child.lastEditAt, actualQty: child.actualQty },
    after: { lastEditAt: at, actualQty, detail: { ...detail, parentId: parent.id } },
  });
  const newChild = { ...child, ...changed, revNo: child.revNo + 1, actualQty };
  await db
    .update(materialItem)
    .set({ revNo: newChild.revNo, lastEditAt: at, actualQty })
    .where(eq(materialItem.id, child.id));
  await db
    .insert(build)
    .values({ ...allocation, seq, parentId: parent.id, childId: child.id, removedQty: 0 });

  return {
    id: seq,
    parent: itemRecordOf(newParent),
    child: itemRecordOf(newChild),
    qty: input.builtQty,
    allocations: [
      {
        bomSlotID: allocation.bomSlotId,
        candidateID: allocation.candidateId,
        qty: decimalOf(allocation.qty),
      },
    ],
    at: isoTime(at),
    userID: key.userId,
  };
}

interface Attribution {
  readonly operationId: string;
  readonly at: number;
  readonly userId: number;
  readonly keyId: number;
}

/** Returns a function that writes a row of the change log and returns its `seq`. */
function changeLogger(db: Db, attribution: Attribution) {
  const requestId = uuidv7();
  return async (
    ordinal: number,
    item: Item,
    action: string,
    { before, after }: { before: object; after: object },
  ): Promise<number> => {
    const [logged] = await db
      .insert(changeLog)
      .values({
        ...attribution,
        requestId,
        ordinal,
        entity: "MaterialItem",
        entityId: item.id,
        revNo: item.revNo + 1,
        action,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      })
      .returning({ seq: changeLog.seq, id: changeLog.entityId });
    return logged!.seq;
  };
}

function requireBuildable(
  parent: Item,
  child: Item,
  ancestors: readonly { id: number }[],
  at: number,
): void {
  if (parent.orderStatus !== null && parent.orderStatus !== "Started") {
    throw new Refused(409, "The works order is not started.");
  }
  if (!parent.buildable || parent.holdReasonId !== null) {
    throw new Refused(409, "The parent accepts no builds.");
  }
  if (child.id === parent.id || ancestors.some(({ id }) => id === child.id)) {
    throw new Refused(409, "The build would close a cycle.");
  }
  if (!child.consumable || child.holdReasonId !== null) {
    throw new Refused(409, "The child can't be consumed.");
  }
  if (child.expiryAt !== null && child.expiryAt < at) {
    throw new Refused(409, "The child has expired.");
  }
}

/** Allocates to the first slot that accepts the child and has room for the whole quantity. */
function allocate(candidates: readonly Candidate[], parent: Item, child: Item, qty: number) {
  const qtyMaxOf = ({ maxQty, useFactor, baseFactor }: Candidate) =>
    (maxQty! / 1_000_000) * parent.nominalQty * (useFactor / baseFactor);
  for (const candidate of candidates) {
    if (!candidate.slotIsActive || !candidate.isActive) continue;
    if (candidate.productId !== child.productId) continue;
    if (candidate.version !== null && candidate.version !== child.version) continue;
    const share = candidates
      .filter(({ bomSlotId, maxQty }) => bomSlotId === candidate.bomSlotId && maxQty !== null)
      .reduce((sum, other) => sum + other.builtQty / qtyMaxOf(other), 0);
    if (candidate.maxQty !== null && share + qty / qtyMaxOf(candidate) > 1) continue;
    return { bomSlotId: candidate.bomSlotId, candidateId: candidate.id, qty };
  }
  throw new Refused(409, "No slot accepts the child.");
}

interface CaseEntry {
  readonly id: number;
  readonly caseDataDefinitionId: number;
  readonly name: string;
  readonly value: string | null;
}

const itemRecordOf = (item: Item) =>
  ({
    id: item.id,
    revNo: item.revNo,
    lastEditDT: isoTime(item.lastEditAt),
    lastEditUserID: item.lastEditUserId,
    productID: item.productId,
    statusID: item.statusId,
    visualSerialNo: item.visualSerialNo,
    scheduleID: item.worksOrderId,
    startDT: isoTime(item.startAt),
    endDT: isoTime(item.endAt),
    version: item.version,
    nominalQty: decimalOf(item.nominalQty),
    actualQty: decimalOf(item.actualQty),
    uniqueID: item.uniqueId,
    holdReasonID: item.holdReasonId,
    expiryDate: isoTime(item.expiryAt),
    locationID: item.locationId,
    costPerUnit: decimalOf(item.costPerUnit),
    ownershipTypeID: item.ownershipTypeId,
    currencyID: item.currencyId,
    batchNo: item.batchNo,
    deliveryNo: item.deliveryNo,
    origin: item.origin,
    destination: item.destination,
    legacyPrerepairMaterialItemID: item.legacyPrerepairId,
    caseData: (JSON.parse(item.caseData) as CaseEntry[]).map((entry) => ({
      id: entry.id,
      caseDataID: entry.caseDataDefinitionId,
      materialItemID: item.id,
      name: entry.name,
      value: entry.value,
    })),
    testModeID: item.testModeId,
    productName: item.productName,
    status: item.status,
    orderNo: item.orderNo,
    holdReason: item.holdReason,
    holds:
      item.holdReasonId === null
        ? []
        : [{ holdReasonID: item.holdReasonId, holdReason: item.holdReason, batchHoldID: null }],
    location: item.locationSuid,
    ownershipType: item.ownershipType,
    currency: item.currency,
  }) satisfies ItemRecord;
