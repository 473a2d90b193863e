import { getTableColumns, inArray, sql } from "drizzle-orm";
import { webhook } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { refusalAt } from "../refusal.ts";
import { undelivered } from "./deliveries.ts";

const countOf = (condition: string) => sql<number>`(select count(*) from webhook_delivery
  where webhook_id = ${webhook.id} and ${sql.raw(condition)})`;

/** The select of webhooks with how their deliveries stand, for verbs and lists to narrow. */
export const selectWebhooks = () =>
  query
    .select({
      ...getTableColumns(webhook),
      pending: countOf(undelivered),
      behind: sql<number>`(select coalesce(max(seq), 0) from change_log)
        - (select seq from webhook_progress where webhook_id = ${webhook.id})`,
      dead: countOf("state = 'dead'"),
      error: sql<string | null>`(select error from webhook_delivery
        where webhook_id = ${webhook.id} and state in ('pending', 'dead') and error is not null
        order by tried_at desc, seq desc limit 1)`,
    })
    .from(webhook);

/** A webhook, how many events are listed for it, how many changes not yet, and how many were given up. */
export type Webhook = ReturnType<ReturnType<typeof webhooksById>["row"]>;

/** Names a webhook. */
export interface WebhookKey {
  readonly id: number;
}

/** The webhooks with these ids (a JSON array). */
export const webhooksById = statement(() =>
  selectWebhooks().where(inArray(webhook.id, each("ids"))),
);

/** The webhook with this id; refuses (`not_found`) if there is none. */
export function requireWebhook(webhooks: readonly Webhook[], id: number): Webhook {
  const found = webhooks.find((one) => one.id === id);
  if (!found) throw refusalAt("not_found", "/id", `No webhook has the id ${id}.`);
  return found;
}
