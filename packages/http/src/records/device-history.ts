import {
  type ChangeRecord,
  type DeviceHistoryDocument,
  DeviceHistoryRecord,
} from "@asbuilt/contract";
import {
  changeOfText,
  checkProof,
  type DeviceHistory,
  type Executor,
  formatVersion,
  type ProofCheck,
  type ProofResult,
  type RecordedAttachment,
  type RecordedItem,
  sealOver,
  type SealOfRecord,
} from "@asbuilt/core";
import { toRecordedPlace, toSlotRecord } from "./genealogy.ts";
import { toChangeRecord } from "./history.ts";
import { toSignatureRecord } from "./signature.ts";
import { wireDecimal, wireTime, wireTimeOrNull } from "./wire.ts";
import { toWorksOrderRecord } from "./works-order.ts";

/** The records of a list in pieces of at most `size`, each made when it is needed. */
type Pieces<Of> = (size: number) => Generator<readonly Of[]>;

const inPieces = <Row, Of>(rows: readonly Row[], toRecord: (row: Row) => Of): Pieces<Of> =>
  function* pieces(size) {
    for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size).map(toRecord);
  };

/** A member of a record, or how its list is made. */
type Member<Value> = Value extends readonly (infer Of)[] ? Pieces<Of> : Value;

/** The members of a record. */
type Members = {
  readonly [Name in keyof DeviceHistoryDocument]-?: Member<
    Exclude<DeviceHistoryDocument[Name], undefined>
  >;
};

function membersOf(history: DeviceHistory): Members {
  const { items, seals } = history;
  const orderNos = new Map(history.orders.map(({ id, orderNo }) => [id, orderNo]));
  return {
    form: "asbuilt-device-history-1",
    id: history.id,
    visualSerialNo: items[0]!.visualSerialNo,
    at: wireTimeOrNull(history.at ?? null),
    knownAt: wireTimeOrNull(history.knownAt ?? null),
    lastSeq: history.lastSeq,
    items: inPieces(items, (item) => toRecordedItem(item, orderNos)),
    contents: inPieces(history.contents, toRecordedPlace),
    orders: inPieces(history.orders, toWorksOrderRecord),
    designs: inPieces(history.designs, toDesign),
    deviations: inPieces(history.deviations, ({ seq, allowed }) => ({
      seq,
      allowed: [...allowed],
    })),
    signatures: inPieces(history.signatures, ({ seq, ...signed }) => {
      const { revNo: _revNo, meaningID: _meaningID, ...shown } = toSignatureRecord(signed);
      return { seq, ...shown };
    }),
    changes: inPieces(history.changes, (change) => ({
      ...withoutPresent(toChangeRecord(change)),
      sealID: sealOver(seals, change.id)?.id ?? null,
      text: change.text,
    })),
    names: inPieces(history.names, ({ entity, id, name }) => ({ entity, id, name })),
    seals: inPieces(seals, toRecordedSeal),
    attachments: inPieces(history.attachments, toRecordedAttachment),
  };
}

/**
 * Writes a device history record as canonical JSON (RFC 8785). A record can have megabytes, so other
 * work runs between its parts.
 */
export async function deviceHistoryText(
  history: DeviceHistory,
  executor: Pick<Executor, "listRows" | "yieldToOthers">,
): Promise<string> {
  const members: string[] = [];
  for (const [name, value] of Object.entries(membersOf(history)).toSorted(byKey)) {
    if (typeof value !== "function") {
      members.push(`"${name}":${JSON.stringify(value)}`);
      continue;
    }
    const parts: string[] = [];
    for (const some of value(executor.listRows)) {
      // Without the brackets of their array.
      parts.push(JSON.stringify(inOrder(some)).slice(1, -1));
      // oxlint-disable-next-line no-await-in-loop -- the whole record would block the process
      await executor.yieldToOthers();
    }
    members.push(`"${name}":[${parts.join(",")}]`);
  }
  return `{${members.join(",")}}`;
}

const toRecordedItem = (item: RecordedItem, orderNos: ReadonlyMap<number, string>) => ({
  id: item.id,
  visualSerialNo: item.visualSerialNo,
  productID: item.productId,
  productName: item.productName,
  version: item.version,
  batchNo: item.batchNo,
  deliveryNo: item.deliveryNo,
  expiryDate: wireTimeOrNull(item.expiryAt),
  nominalQty: wireDecimal(item.nominalQty),
  unit: item.unit,
  status: item.status,
  orderNo: item.worksOrderId === null ? null : orderNos.get(item.worksOrderId)!,
  startDT: wireTimeOrNull(item.startAt),
  endDT: wireTimeOrNull(item.endAt),
});

const toDesign = ({ item, version, slots }: DeviceHistory["designs"][number]) => ({
  id: item.id,
  visualSerialNo: item.visualSerialNo,
  bom: version.bom,
  bomID: version.bomId,
  version: formatVersion(version),
  bomVersionID: version.id,
  slots: slots.map((slot) => ({
    ...toSlotRecord(slot),
    instruction: slot.instruction,
    edhrBomRequired: wireDecimal(slot.edhrBomRequired),
    edhrBuildRequired: wireDecimal(slot.edhrBuildRequired),
  })),
});

/** A record of then does not say what a user is called now. */
function withoutPresent({ userNow: _now, ...change }: ChangeRecord) {
  return change;
}

const toRecordedSeal = (one: SealOfRecord) => ({
  id: one.id,
  firstSeq: one.firstSeq,
  lastSeq: one.lastSeq,
  at: wireTime(one.at),
  digests: one.digests,
  previous: one.previous,
  servedSince: wireTimeOrNull(one.servedSince),
  hash: one.hash,
  signature: one.signature,
  publicKey: one.publicKey,
});

const toRecordedAttachment = (one: RecordedAttachment) => ({
  id: one.id,
  entity: one.entity,
  entityID: one.entityId,
  fileName: one.fileName,
  mediaType: one.mediaType,
  size: one.size,
  sha256: one.sha256,
  description: one.description,
  createdAt: wireTime(one.createdAt),
});

/** Reads a device history record; undefined if the value is none. */
export const readDeviceHistory = (value: unknown): DeviceHistoryDocument | undefined =>
  DeviceHistoryRecord().safeParse(value).data;

/**
 * Checks a record that somebody holds, without the database: whether the changes that it shows are
 * those that its seals cover.
 */
export async function checkDeviceHistory(
  { changes, seals }: DeviceHistoryDocument,
  check: ProofCheck,
): Promise<ProofResult> {
  const made = seals.map(fromRecordedSeal);
  const proof = await checkProof(changes, made, check);
  const ofOperation = Map.groupBy(changes, ({ operationID }) => operationID);
  const idsOf = (operationId: string) =>
    Object.fromEntries(
      (ofOperation.get(operationId) ?? []).map(({ id, text }) => [ordinalOf(text), id]),
    );
  const problems = changes
    .filter(
      (change) =>
        change.sealID !== (sealOver(made, change.seq)?.id ?? null) || !isAsSealed(change, idsOf),
    )
    .map(({ seq }) => `Change ${seq}: it is not what its text and its seal say.`);
  return { ...proof, problems: [...proof.problems, ...problems] };
}

/** The place of a change in its operation: the third value of its text. */
const ordinalOf = (text: string) => String((JSON.parse(text) as readonly unknown[])[2]);

type ShownChange = DeviceHistoryDocument["changes"][number];

/** Whether a change shows what its text says. The names of user, reason and station are of other records. */
function isAsSealed(change: ShownChange, idsOf: Parameters<typeof changeOfText>[1]): boolean {
  const { sealID: _seal, text, user: _user, reasonSUID: _reason, station: _at, ...shown } = change;
  try {
    const of = toChangeRecord(changeOfText(text, idsOf));
    const { user: _then, userNow: _now, reasonSUID: _suid, station: _key, ...said } = of;
    return JSON.stringify(inOrder(shown)) === JSON.stringify(inOrder(said));
  } catch {
    // An edited text can be anything.
    return false;
  }
}

const fromRecordedSeal = (one: DeviceHistoryDocument["seals"][number]): SealOfRecord => ({
  ...one,
  at: Date.parse(one.at),
  servedSince: one.servedSince === null ? null : Date.parse(one.servedSince),
});

/** Returns a JSON value whose keys are in the order of RFC 8785, so that JSON.stringify writes it. */
function inOrder<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(inOrder) as Value;
  if (typeof value !== "object" || value === null) return value;
  const sorted: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value).toSorted(byKey)) sorted[key] = inOrder(member);
  return sorted as Value;
}

/** Compares UTF-16 code units, as RFC 8785 asks. */
const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1;
