import { sql } from "drizzle-orm";
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { actionLists } from "../../engine/actions.ts";
import { materialReason } from "./catalog.ts";
import { instant, reference } from "./columns.ts";
import { table } from "./table.ts";

/**
 * History, lock and source of events in one: a row for each record that an operation changed.
 * UNIQUE(entity, entity_id, rev_no) lets one of two writers that read the same revision commit.
 */
export const changeLog = table(
  "change_log",
  () => ({
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    operationId: text("operation_id").notNull(),
    ordinal: integer("ordinal").notNull(),
    at: instant("at").notNull(),
    userId: integer("user_id"),
    keyId: integer("key_id"),
    requestId: text("request_id"),
    entity: text("entity").notNull(),
    entityId: integer("entity_id").notNull(),
    revNo: integer("rev_no").notNull(),
    action: text("action").notNull(),
    reasonId: reference("reason_id", () => materialReason.id),
    comment: text("comment"),
    deliveryNo: text("delivery_no"),
    occurredAt: instant("occurred_at"),
    /** The changed fields as they were, as JSON; null where the record was created. */
    before: text("before"),
    /** The changed fields as they became, as JSON; null where the record was deleted. */
    after: text("after"),
    /** Under which reference another system sent the request. */
    externalSystem: text("external_system"),
    externalId: text("external_id"),
  }),
  (columns) => [
    uniqueIndex("change_log_revision").on(columns.entity, columns.entityId, columns.revNo),
    uniqueIndex("change_log_operation").on(columns.operationId, columns.ordinal),
    // Few rows have a reason. By it is found whether a reason was ever given.
    index("change_log_reason")
      .on(columns.reasonId)
      .where(sql`reason_id is not null`),
    // So with a delivery: by it is found what came with one.
    index("change_log_delivery")
      .on(columns.deliveryNo)
      .where(sql`delivery_no is not null`),
    // By these the history is filtered, each in the order of the log. What most rows have in common
    // is found without one, and of an operation the first row leads to the others.
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
      .where(sql`ordinal = 0`),
    // By this is found which item had a serial before it was renamed.
    index("change_log_former_serial")
      .on(sql`before ->> '$.serialKey'`)
      .where(sql.raw(`entity = 'MaterialItem' and action in ${actionLists.renaming}`)),
    // By this is found where an item was, and what it was called, at an earlier place in the log.
    index("change_log_renamed")
      .on(columns.entityId)
      .where(sql.raw(`entity = 'MaterialItem' and action in ${actionLists.renaming}`)),
  ],
);

/** What rows of the change log were when they were sealed. Each seal vouches for the one before. */
export const seal = table(
  "seal",
  () => ({
    id: integer("id").primaryKey({ autoIncrement: true }),
    firstSeq: integer("first_seq").notNull(),
    lastSeq: integer("last_seq").notNull(),
    at: instant("at").notNull(),
    /** SHA-256 of each row, in order, together as base64url. */
    digests: text("digests").notNull(),
    /** The hash of the seal before; of the first, empty. */
    previous: text("previous").notNull(),
    /** SHA-256 of all of the above, as base64url. */
    hash: text("hash").notNull(),
    /** The Ed25519 signature of the hash, and the public key by which it is checked: base64url. */
    signature: text("signature").notNull(),
    publicKey: text("public_key").notNull(),
  }),
  (columns) => [
    uniqueIndex("seal_first").on(columns.firstSeq),
    uniqueIndex("seal_previous").on(columns.previous),
  ],
);

/** No row ever stands here: an insert says that a record relied on has changed, and aborts. */
export const guard = table(
  "guard",
  () => ({ stale: integer("stale") }),
  () => [check("stale", sql`false`)],
);
