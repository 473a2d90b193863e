import { and, asc, eq, gt, sql } from "drizzle-orm";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Context, type Listing, type Page, readChecked } from "../engine/index.ts";
import { webhookDelivery } from "../database/schema/index.ts";
import { requireWebhook, type WebhookKey, webhooksById } from "./webhook.ts";

/** The page size by default. */
const defaultLimit = 1000;

const deadLetters = statement(() =>
  query
    .select({
      seq: webhookDelivery.seq,
      subject: webhookDelivery.subject,
      attempts: webhookDelivery.attempts,
      listedAt: webhookDelivery.listedAt,
      // Dead letters have been tried, so it is not null.
      lastAt: sql<number>`${webhookDelivery.triedAt}`,
      error: webhookDelivery.error,
    })
    .from(webhookDelivery)
    .where(
      and(
        eq(webhookDelivery.webhookId, sql.placeholder("id")),
        eq(webhookDelivery.state, "dead"),
        gt(webhookDelivery.seq, sql.placeholder("after")),
      ),
    )
    .orderBy(asc(webhookDelivery.seq))
    .limit(sql.placeholder("rows")),
);

/** An event that could not be delivered, with its last attempt. */
export type DeadLetter = ReturnType<ReturnType<typeof deadLetters>["row"]>;

/** Lists the dead letters of a webhook in the order of the log. Refuses `not_found`. */
export async function listDeadLetters(
  context: Context,
  { id }: WebhookKey,
  { limit = defaultLimit, cursor: after = 0 }: Page,
): Promise<Listing<DeadLetter>> {
  const own = webhooksById({ ids: JSON.stringify([id]) });
  const letters = deadLetters({ id, after, rows: limit });
  const [webhooks, found] = await readChecked(context, [own, letters]);
  requireWebhook(webhooks!.map(own.row), { id });
  const first = found!.map(letters.row);
  const next = first.length === limit ? first.at(-1)!.seq : undefined;
  return { first, rest: undefined, next };
}
