import type { StatusRecord } from "@asbuilt/contract";
import type { Status } from "@asbuilt/core";
import { wireTime, wireTimeOrNull } from "./wire.ts";

/** Returns the status of the service in wire form. */
export const toStatusRecord = ({
  at,
  last,
  unsealed,
  webhooks,
  room,
  tables,
}: Status): StatusRecord => ({
  at: wireTime(at),
  lastChangeID: last?.id ?? 0,
  lastChangeAt: wireTimeOrNull(last?.at ?? null),
  unsealedChanges: unsealed.rows,
  unsealedSince: wireTimeOrNull(unsealed.since ?? null),
  pendingEvents: webhooks.pending,
  deadEvents: webhooks.dead,
  eventsDueSince: wireTimeOrNull(webhooks.dueSince ?? null),
  databaseBytes: room.bytes,
  databaseBytesMax: room.bytesMax ?? null,
  databaseShare: room.share === undefined ? null : Math.round(room.share * 10_000) / 10_000,
  diskFreeBytes: room.freeBytes ?? null,
  tables: tables.map(({ name, bytes }) => ({ name, bytes })),
});
