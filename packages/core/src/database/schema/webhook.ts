import { sql } from "drizzle-orm";
import { index, integer, primaryKey, text } from "drizzle-orm/sqlite-core";
import { flag, instant, recordColumns, reference } from "./columns.ts";
import { changeLog } from "./log.ts";
import { table } from "./table.ts";

/** A system that is called when something happens. */
export const webhook = table("webhook", () => ({
  ...recordColumns(),
  url: text("url").notNull(),
  description: text("description"),
  /** The types of events that it receives; null for all. */
  types: text("types", { mode: "json" }).$type<readonly string[]>(),
  isActive: flag("is_active").notNull(),
  createdAt: instant("created_at").notNull(),
}));

/** The secrets that sign the calls of a webhook. They are not in the change log. */
export const webhookSecret = table(
  "webhook_secret",
  () => ({
    id: integer("id").primaryKey({ autoIncrement: true }),
    webhookId: reference("webhook_id", () => webhook.id).notNull(),
    /** As it was returned: `whsec_` and base64. */
    secret: text("secret").notNull(),
    isCurrent: flag("is_current").notNull(),
    /** The time until which a replaced secret signs together with the current one. */
    expiresAt: instant("expires_at"),
  }),
  (columns) => [index("webhook_secret_webhook").on(columns.webhookId)],
);

/** The last place of the log that was read for a webhook, and the process that delivers for it. */
export const webhookProgress = table("webhook_progress", () => ({
  webhookId: integer("webhook_id")
    .primaryKey()
    .references(() => webhook.id, { onDelete: "restrict", onUpdate: "restrict" }),
  seq: integer("seq").notNull(),
  leaseOwner: text("lease_owner").notNull(),
  leaseUntil: instant("lease_until").notNull(),
}));

/**
 * At most one event of a record is pending, and later ones wait for it. An event that is to be
 * delivered again is first put back into that order.
 */
type DeliveryState = "pending" | "waiting" | "anew" | "dead";

/** An event that is not delivered yet, or could not be. A delivered event has no row. */
export const webhookDelivery = table(
  "webhook_delivery",
  () => ({
    webhookId: reference("webhook_id", () => webhook.id).notNull(),
    seq: reference("seq", () => changeLog.seq).notNull(),
    /** The record that the event is about: its later events wait for this one. */
    subject: text("subject").notNull(),
    state: text("state").$type<DeliveryState>().notNull(),
    attempts: integer("attempts").notNull(),
    /** The time since which it has been due. */
    listedAt: instant("listed_at").notNull(),
    nextAt: instant("next_at").notNull(),
    /** The time and the error of the last attempt. */
    triedAt: instant("tried_at"),
    error: text("error"),
  }),
  (columns) => [
    primaryKey({ columns: [columns.webhookId, columns.seq] }),
    index("webhook_delivery_state").on(columns.webhookId, columns.state, columns.seq),
    index("webhook_delivery_due")
      .on(columns.webhookId, columns.nextAt, columns.seq)
      .where(sql`state = 'pending'`),
    // For the search of the last error.
    index("webhook_delivery_failed")
      .on(columns.webhookId, columns.triedAt, columns.seq)
      .where(sql`state in ('pending', 'dead') and error is not null`),
    index("webhook_delivery_subject").on(
      columns.webhookId,
      columns.subject,
      columns.state,
      columns.seq,
    ),
  ],
);
