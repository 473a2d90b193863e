import { getTableColumns, inArray, sql } from "drizzle-orm";
import { webhook } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { requireCurrent } from "../rules/current.ts";
import { refusalAt } from "../refusal.ts";
import { isUndelivered } from "./delivery.ts";

const deliveriesWhere = (condition: string) => sql<number>`(select count(*) from webhook_delivery
  where webhook_id = ${webhook.id} and ${sql.raw(condition)})`;

/** Selects webhooks with the state of their deliveries. Verbs and lists add conditions. */
export const selectWebhooks = () =>
  query
    .select({
      ...getTableColumns(webhook),
      pending: deliveriesWhere(isUndelivered),
      behind: sql<number>`(select coalesce(max(seq), 0) from change_log)
        - (select seq from webhook_progress where webhook_id = ${webhook.id})`,
      dead: deliveriesWhere("state = 'dead'"),
      error: sql<string | null>`(select error from webhook_delivery
        where webhook_id = ${webhook.id} and state in ('pending', 'dead') and error is not null
        order by tried_at desc, seq desc limit 1)`,
    })
    .from(webhook);

/** A webhook, with the numbers of its undelivered events, unread changes and dead letters. */
export type Webhook = ReturnType<ReturnType<typeof webhooksById>["row"]>;

/** The key of a webhook. */
export interface WebhookKey {
  readonly id: number;
  /** The revision that was read; without it, the webhook is changed as it is. */
  readonly revNo?: number | undefined;
}

/** Reads the webhooks with these ids (a JSON array). */
export const webhooksById = statement(() =>
  selectWebhooks().where(inArray(webhook.id, each("ids"))),
);

/** Finds the webhook with an id. Refuses `not_found`, and `stale_revision` of an older one. */
export function requireWebhook(webhooks: readonly Webhook[], { id, revNo }: WebhookKey): Webhook {
  const found = webhooks.find((one) => one.id === id);
  if (!found) throw refusalAt("not_found", "/id", `No webhook has the id ${id}.`);
  requireCurrent("Webhook", found, revNo, `Webhook ${id}`);
  return found;
}
