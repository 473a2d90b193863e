import { uuidv7obj } from "uuidv7";
import { lotSerial, recordedBuild, unitSerial } from "../plant/workload.ts";
import type { Recorded } from "../recording/listening.ts";
import { decimalOf, itemMapper, Refused, isoTime } from "./item-record.ts";
import { type Native, pickRecorded, reader, type Row, writer } from "./statements.ts";

/** The fields of a body of PUT /api/Build/Build that the baselines read. */
export interface PlainBuild {
  readonly parentSerialNo: string;
  readonly childSerialNo: string;
  readonly builtQty: number;
}

/**
 * Returns a Build in plain code with the service's own statements: key, facts, rules, change log,
 * rows. The caller begins and commits the transaction.
 */
export function plainBuild(database: Native, recorded: readonly Recorded[], keyId: number) {
  const key = keyReader(database, recorded);
  const facts = factReaders(database, recorded);
  const at = factColumns(facts);
  const write = plainWriters(database, recorded);
  const logOf = pickRecorded(recorded, /^select "operation_id".* from "change_log"/);
  const look = reader(database, logOf, { operations: logOf.params[0] });
  const toRecord = itemMapper(facts.items);

  return (input: PlainBuild): object => {
    const [userId] = key(keyId);
    const serials = [input.parentSerialNo.toLowerCase(), input.childSerialNo.toLowerCase()];
    const lists = serialLists(serials[0]!, serials[1]!);
    const items = facts.items.all(lists);
    const candidates = facts.candidates.all(lists);
    const ancestors = facts.ancestors.all(lists);
    facts.statuses.all(lists);

    const parent = items.find((item) => item[at.serialKey] === serials[0]);
    const child = items.find((item) => item[at.serialKey] === serials[1]);
    if (!parent || !child) throw new Refused(404, "The item does not exist.");
    const qty = input.builtQty * 1_000_000;
    const now = Date.now();
    requireBuildable(at, parent, child, ancestors, now);
    const left = (child[at.actualQty] as number) - qty;
    if (left < 0) throw new Refused(409, "The stock is too low.");
    const allocations = allocate(at, candidates, parent, child, qty);

    const attribution = {
      operation_id: Buffer.from(uuidv7obj().bytes).toString("base64url"),
      at: now,
      user_id: userId,
      key_id: keyId,
      request_id: "~",
      entity: "MaterialItem",
    };
    const log = (ordinal: 0 | 1, item: Row, action: string, before: object, after: object) =>
      write.log({
        ...attribution,
        ordinal,
        entity_id: item[at.id],
        rev_no: (item[at.revNo] as number) + 1,
        action,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      });
    log(
      0,
      parent,
      "builtInto",
      { lastEditAt: parent[at.lastEditAt] },
      { detail: { qty, allocations, childSerialNo: child[at.serial] } },
    );
    const touched = { rev_no: (parent[at.revNo] as number) + 1, last_edit_at: now };
    write.parent({ ...touched, id: parent[at.id] });
    log(
      1,
      child,
      "built",
      { lastEditAt: child[at.lastEditAt], actualQty: child[at.actualQty] },
      {
        actualQty: left,
        detail: { qty, parentId: parent[at.id] },
        parts: allocations.map((one) => [one.bomSlotId, one.candidateId, one.qty]),
      },
    );
    const childRev = (child[at.revNo] as number) + 1;
    write.child({ rev_no: childRev, last_edit_at: now, actual_qty: left, id: child[at.id] });
    for (const { bomSlotId, candidateId, qty: taken } of allocations) {
      write.build({
        "seq.operation_id": attribution.operation_id,
        "seq.ordinal": 0,
        parent_id: parent[at.id],
        child_id: child[at.id],
        bom_slot_id: bomSlotId,
        candidate_id: candidateId,
        qty: taken,
        removed_qty: 0,
      });
    }

    const [logged] = look.all({ operations: JSON.stringify([attribution.operation_id]) });
    const edited = { lastEditDT: isoTime(now), lastEditUserID: userId };
    return {
      id: logged![1],
      parent: { ...toRecord(parent), revNo: touched.rev_no, ...edited },
      child: { ...toRecord(child), revNo: childRev, ...edited, actualQty: decimalOf(left) },
      qty: input.builtQty,
      allocations: allocations.map(({ bomSlotId, candidateId, qty: taken }) => ({
        bomSlotID: bomSlotId,
        candidateID: candidateId,
        qty: decimalOf(taken),
      })),
      at: isoTime(now),
      userID: userId,
    };
  };
}

/** Returns a function that reads the key again and refuses one that is no longer valid. */
export function keyReader(database: Native, recorded: readonly Recorded[]) {
  const statement = pickRecorded(recorded, /from api_key join user/);
  const keys = reader(database, statement, { keyId: statement.params[0] });
  return (keyId: number): Row => {
    const key = keys.get({ keyId });
    // The columns: user, its revision, the key's revision, expiry, revocation, active user.
    if (!key || key[4] !== null || !key[5]) throw new Refused(401, "The key is not valid.");
    if (key[3] !== null && (key[3] as number) <= Date.now())
      throw new Refused(401, "The key has expired.");
    return key;
  };
}

/** Returns the JSON lists of folded serials that the service's queries take. */
const serialLists = (parent: string, child: string) => ({
  items: JSON.stringify([parent, child]),
  parents: JSON.stringify([parent]),
  children: JSON.stringify([child]),
});

function factReaders(database: Native, recorded: readonly Recorded[]) {
  const { unit, lot } = recordedBuild;
  const sample = serialLists(unitSerial(unit).toLowerCase(), lotSerial(lot).toLowerCase());
  const facts = (pattern: RegExp) => reader(database, pickRecorded(recorded, pattern), sample);
  return {
    items: facts(/from "material_item"/),
    candidates: facts(/from "slot_candidate"/),
    ancestors: facts(/with recursive above/),
    statuses: facts(/from "material_status"/),
  };
}

type Facts = ReturnType<typeof factReaders>;

function factColumns({ items: { at: items }, candidates: { at: candidates } }: Facts) {
  const places = {
    id: items["material_item.id"],
    revNo: items["material_item.rev_no"],
    lastEditAt: items["material_item.last_edit_at"],
    serial: items["material_item.visual_serial_no"],
    serialKey: items["material_item.serial_key"],
    nominalQty: items["material_item.nominal_qty"],
    actualQty: items["material_item.actual_qty"],
    holdReasonId: items["material_item.hold_reason_id"],
    expiryAt: items["material_item.expiry_at"],
    productId: items["material_item.product_id"],
    version: items["material_item.version"],
    buildable: items["material_status.buildable"],
    consumable: items["material_status.consumable"],
    orderStatus: items["works_order.status"],
    bomVersionId: items["bom_version.id"],
    candidateId: candidates["slot_candidate.id"],
    slotId: candidates["slot_candidate.bom_slot_id"],
    slotIsActive: candidates["bom_slot.is_active"],
    candidateIsActive: candidates["slot_candidate.is_active"],
    candidateProductId: candidates["slot_candidate.product_id"],
    candidateVersion: candidates["slot_candidate.version"],
    maxQty: candidates["slot_candidate.max_qty"],
    useFactor: candidates["coalesce(use_unit.factor, base_unit.factor)"],
    baseFactor: candidates["base_unit.factor"],
    built: candidates["last"],
  };
  const missing = Object.entries(places).find(([, place]) => place === undefined);
  if (missing) throw new Error(`The service no longer selects ${missing[0]}.`);
  // The check above found no undefined place.
  return places as Record<keyof typeof places, number>;
}
type Columns = ReturnType<typeof factColumns>;

const plainWriters = (database: Native, recorded: readonly Recorded[]) => ({
  log: writer(database, pickRecorded(recorded, /insert into "change_log"/)),
  parent: writer(database, pickRecorded(recorded, /update "material_item"/)),
  child: writer(database, pickRecorded(recorded, /update "material_item"/, 1)),
  build: writer(database, pickRecorded(recorded, /insert into "build"/)),
});

function requireBuildable(
  at: Columns,
  parent: Row,
  child: Row,
  ancestors: readonly Row[],
  now: number,
): void {
  if (parent[at.orderStatus] !== null && parent[at.orderStatus] !== "Started") {
    throw new Refused(409, "The works order is not started.");
  }
  if (!parent[at.buildable] || parent[at.holdReasonId] !== null) {
    throw new Refused(409, "The parent accepts no builds.");
  }
  if (child[at.id] === parent[at.id] || ancestors.some(([, id]) => id === child[at.id])) {
    throw new Refused(409, "The build would close a cycle.");
  }
  if (!child[at.consumable] || child[at.holdReasonId] !== null) {
    throw new Refused(409, "The child can't be consumed.");
  }
  if (child[at.expiryAt] !== null && (child[at.expiryAt] as number) < now) {
    throw new Refused(409, "The child has expired.");
  }
}

interface Taken {
  readonly bomSlotId: unknown;
  readonly candidateId: unknown;
  readonly qty: number;
}

/** Allocates to the first slot that accepts the child and has room for the whole quantity. */
function allocate(
  at: Columns,
  candidates: readonly Row[],
  parent: Row,
  child: Row,
  qty: number,
): Taken[] {
  // A list for one parent: [[its id, the quantity]], or [].
  const builtOf = (candidate: Row) =>
    (JSON.parse(candidate[at.built] as string) as [number, number][])[0]?.[1] ?? 0;
  const qtyMaxOf = (candidate: Row) =>
    ((candidate[at.maxQty] as number) / 1_000_000) *
    (parent[at.nominalQty] as number) *
    ((candidate[at.useFactor] as number) / (candidate[at.baseFactor] as number));
  for (const candidate of candidates) {
    if (!candidate[at.slotIsActive] || !candidate[at.candidateIsActive]) continue;
    if (candidate[at.candidateProductId] !== child[at.productId]) continue;
    const version = candidate[at.candidateVersion];
    if (version !== null && version !== child[at.version]) continue;
    const share = candidates
      .filter((other) => other[at.slotId] === candidate[at.slotId] && other[at.maxQty] !== null)
      .reduce((sum, other) => sum + builtOf(other) / qtyMaxOf(other), 0);
    if (candidate[at.maxQty] !== null && share + qty / qtyMaxOf(candidate) > 1) continue;
    return [{ bomSlotId: candidate[at.slotId], candidateId: candidate[at.candidateId], qty }];
  }
  throw new Refused(409, "No slot accepts the child.");
}
