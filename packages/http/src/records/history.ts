import type { ChangeRecord } from "@asbuilt/contract";
import { type ChangeRow, type LoggedChange, toLoggedChange } from "@asbuilt/core";
import { traceIdOf } from "../trace.ts";
import { type ChangeReader, detailOnWire, fieldsOnWire } from "./logged-fields.ts";
import { wireTime, wireTimeOrNull } from "./wire.ts";

/** Returns a change in the form of the history. */
export function toChangeRecord(row: ChangeRow): ChangeRecord {
  const change = toLoggedChange(row);
  return {
    seq: change.id,
    at: wireTime(change.at),
    ...toChangeFields(change, "history"),
    user: change.user,
    userNow: change.userNow,
    keyID: change.keyId,
    station: change.station,
  };
}

/** Returns the fields of a change that the history and an event share. */
export const toChangeFields = (change: LoggedChange, reader: ChangeReader) => ({
  entity: change.entity,
  id: change.entityId,
  revNo: change.revNo,
  action: change.action,
  userID: change.userId,
  reasonSUID: change.reasonSuid,
  comment: change.comment,
  deliveryNo: change.deliveryNo,
  occurredAt: wireTimeOrNull(change.occurredAt),
  operationID: change.operationId,
  requestID: change.requestId,
  traceID: change.traceparent === null ? null : traceIdOf(change.traceparent),
  externalRef: externalRefOf(change),
  before: fieldsOnWire(change.entity, change.before, reader),
  after: fieldsOnWire(change.entity, change.after, reader),
  detail: detailOnWire(change.detail),
});

const externalRefOf = ({ externalSystem: system, externalId: id }: LoggedChange) =>
  system === null || id === null ? null : { system, id };
