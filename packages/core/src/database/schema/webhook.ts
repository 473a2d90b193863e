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
  /** The types of events that it is told of; null for all. */
  types: text("types", { mode: "json" }).$type<readonly string[]>(),
  isActive: flag("is_active").notNull(),
  createdAt: instant("created_at").notNull(),
}));

/** With what the calls of a webhook are signed. The log knows nothing of it. */
export const webhookSecret = table(
  "webhook_secret",
  () => ({
    id: integer("id").primaryKey({ autoIncrement: true }),
    webhookId: reference("webhook_id", () => webhook.id).notNull(),
    /** As it was shown: `whsec_` and base64. */
    secret: text("secret").notNull(),
    isCurrent: flag("is_current").notNull(),
    /** Until when one that was replaced still signs beside the current one. */
    expiresAt: instant("expires_at"),
  }),
  (columns) => [index("webhook_secret_webhook").on(columns.webhookId)],
);

/** How far the log has been looked at for a webhook, and which process delivers for it. */
export const webhookProgress = table("webhook_progress", () => ({
  webhookId: integer("webhook_id")
    .primaryKey()
    .references(() => webhook.id, { onDelete: "restrict", onUpdate: "restrict" }),
  seq: integer("seq").notNull(),
  leaseOwner: text("lease_owner").notNull(),
  leaseUntil: instant("lease_until").notNull(),
}));

/**
 * One of a record's events is pending, and those that came later wait for it. What is to be delivered
 * anew is first put in its place among them.
 */
type DeliveryState = "pending" | "waiting" | "anew" | "dead";

/** An event that is yet to be delivered, or could not be; one that was delivered has no row. */
export const webhookDelivery = table(
  "webhook_delivery",
  () => ({
    webhookId: reference("webhook_id", () => webhook.id).notNull(),
    seq: reference("seq", () => changeLog.seq).notNull(),
    /** The record that the event is about: a later one of it waits for this one. */
    subject: text("subject").notNull(),
    state: text("state").$type<DeliveryState>().notNull(),
    attempts: integer("attempts").notNull(),
    /** From when on it was to be delivered. */
    listedAt: instant("listed_at").notNull(),
    nextAt: instant("next_at").notNull(),
    /** When it was last tried, and why that failed. */
    triedAt: instant("tried_at"),
    error: text("error"),
  }),
  (columns) => [
    primaryKey({ columns: [columns.webhookId, columns.seq] }),
    index("webhook_delivery_state").on(columns.webhookId, columns.state, columns.seq),
    index("webhook_delivery_due")
      .on(columns.webhookId, columns.nextAt, columns.seq)
      .where(sql`state = 'pending'`),
    // By this the last error is found.
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
