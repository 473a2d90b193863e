import { sql } from "drizzle-orm";
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { actionLists } from "../../engine/actions.ts";
import { materialReason } from "./catalog.ts";
import { instant, reference } from "./columns.ts";
import { table } from "./table.ts";

/**
 * The keys that an item had before a change, as SQL. Rows of an earlier asbuilt have no key of a
 * batch: SQLite's lower() makes the one that their items got in the upgrade. The generator of
 * migrations takes no commas in the expression of an index.
 */
export const formerKeys = {
  batchNo:
    "case when before ->> '$.batchKey' is null then lower(before ->> '$.batchNo') " +
    "else before ->> '$.batchKey' end",
  deliveryNo: "before ->> '$.deliveryKey'",
  visualSerialNo: "before ->> '$.serialKey'",
} as const;

/** The condition of a change before which an item had a text of its own in a field. */
export const isFormer = (field: keyof typeof formerKeys): string =>
  `entity = 'MaterialItem' and action in ${actionLists.renaming} and before ->> '$.${field}' is not null`;

/**
 * The history, the lock and the source of events: a row for each record that an operation changed.
 * UNIQUE(entity, entity_id, rev_no) lets only one of two writers of the same revision commit.
 */
export const changeLog = table(
  "change_log",
  () => ({
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    /** A UUID as its 22 characters; one of an earlier asbuilt as 36. */
    operationId: text("operation_id").notNull(),
    ordinal: integer("ordinal").notNull(),
    at: instant("at").notNull(),
    userId: integer("user_id"),
    keyId: integer("key_id"),
    /** "~" where it is `asbuilt-` and the UUID of the operation. */
    requestId: text("request_id"),
    entity: text("entity").notNull(),
    entityId: integer("entity_id").notNull(),
    revNo: integer("rev_no").notNull(),
    action: text("action").notNull(),
    reasonId: reference("reason_id", () => materialReason.id),
    comment: text("comment"),
    deliveryNo: text("delivery_no"),
    occurredAt: instant("occurred_at"),
    /** The changed fields before the change, as JSON; null for a created record. */
    before: text("before"),
    /** The changed fields after the change, as JSON; null for a deleted record. */
    after: text("after"),
    /** The reference under which another system sent the request. */
    externalSystem: text("external_system"),
    externalId: text("external_id"),
    /** The W3C trace context of the request: its trace, and the caller's part of it. */
    traceparent: text("traceparent"),
  }),
  (columns) => [
    uniqueIndex("change_log_revision").on(columns.entity, columns.entityId, columns.revNo),
    uniqueIndex("change_log_operation").on(columns.operationId, columns.ordinal),
    // Few rows have a reason. For the check whether a reason was ever used.
    index("change_log_reason")
      .on(columns.reasonId)
      .where(sql`reason_id is not null`),
    // For the filters of the history, each in the order of the log. The most frequent values need
    // no index, and the first row of an operation leads to its others.
    index("change_log_at").on(columns.at),
    index("change_log_user").on(columns.userId),
    index("change_log_action")
      .on(columns.action)
      .where(sql.raw(`action not in ${actionLists.frequent}`)),
    index("change_log_entity")
      .on(columns.entity)
      .where(sql`entity <> 'MaterialItem'`),
    index("change_log_request")
      .on(columns.requestId)
      .where(sql`ordinal = 0 and request_id <> '~'`),
    // For the item that had a serial before it was renamed.
    index("change_log_former_serial")
      .on(sql`before ->> '$.serialKey'`)
      .where(sql.raw(`entity = 'MaterialItem' and action in ${actionLists.renaming}`)),
    // For the items that had a batch or a delivery. Few changes of an item change these.
    index("change_log_former_batch")
      .on(sql.raw(formerKeys.batchNo))
      .where(sql.raw(isFormer("batchNo"))),
    index("change_log_former_delivery")
      .on(sql.raw(formerKeys.deliveryNo))
      .where(sql.raw(isFormer("deliveryNo"))),
    // For the location and the names of an item at an earlier place in the log.
    index("change_log_renamed")
      .on(columns.entityId)
      .where(sql.raw(`entity = 'MaterialItem' and action in ${actionLists.renaming}`)),
  ],
);

/** The digests of rows of the change log. Each seal includes the hash of the seal before. */
export const seal = table(
  "seal",
  () => ({
    id: integer("id").primaryKey({ autoIncrement: true }),
    firstSeq: integer("first_seq").notNull(),
    lastSeq: integer("last_seq").notNull(),
    at: instant("at").notNull(),
    /** SHA-256 of each row as base64url, in order, one after the other. */
    digests: text("digests").notNull(),
    /** The hash of the seal before; empty for the first seal. */
    previous: text("previous").notNull(),
    /** SHA-256 of all of the above, as base64url. */
    hash: text("hash").notNull(),
    /** The Ed25519 signature of the hash, and the public key to check it with, as base64url. */
    signature: text("signature").notNull(),
    publicKey: text("public_key").notNull(),
    /** Since when the service that made it had sealed each new row; part of the hash if known. */
    servedSince: instant("served_since"),
  }),
  (columns) => [
    uniqueIndex("seal_first").on(columns.firstSeq),
    uniqueIndex("seal_previous").on(columns.previous),
  ],
);

/** Always empty: an insert means that a record relied on has changed, and aborts the batch. */
export const guard = table(
  "guard",
  () => ({ stale: integer("stale") }),
  () => [check("stale", sql`false`)],
);
