import { type Executor, rowsOf } from "../database/executor.ts";
import { boundRead, isUndelivered, requeued } from "./delivery.ts";

/** The most events that are counted of each kind: a millisecond of a file's time. */
const countMax = 10_000;

/** The events that are not delivered, of all webhooks together. */
export interface WebhookBacklog {
  /** The undelivered events of active webhooks, up to 10,000. */
  readonly pending: number;
  /** The dead letters of all webhooks, up to 10,000. */
  readonly dead: number;
  /** Since when the first undelivered event of an active webhook is due; undefined if there is none. */
  readonly dueSince: number | undefined;
}

// The cross join keeps the webhooks outside: SQLite would read every delivery of all of them.
const counted = (condition: string) => `(select count(*) from (
  select 1 from webhook cross join webhook_delivery on webhook_id = webhook.id
  where ${condition} limit ${countMax}))`;

const firstIn = (state: string) => `(select listed_at from webhook_delivery
  where webhook_id = webhook.id and state = '${state}' order by seq limit 1)`;

// Changes that a webhook has not read yet can be events for it.
const firstUnread =
  "(select at from change_log where seq > webhook_progress.seq order by seq limit 1)";

/** Counts the events that are not delivered, up to the limits. */
export const webhookBacklog = boundRead(
  `select ${counted(`is_active and ${isUndelivered}`)}, ${counted("state = 'dead'")},
    (select min(coalesce(${firstIn("pending")}, ${firstIn(requeued)}, ${firstUnread}))
      from webhook join webhook_progress on webhook_id = webhook.id where is_active)`,
  [],
  (raw): WebhookBacklog => {
    const [pending, dead, dueSince] = raw as readonly [number, number, number | null];
    return { pending, dead, dueSince: dueSince ?? undefined };
  },
);

/** Reads how many events of webhooks are not delivered, and since when. */
export async function readWebhookBacklog(
  executor: Pick<Executor, "read">,
): Promise<WebhookBacklog> {
  const [found] = await rowsOf(executor, webhookBacklog);
  return found!;
}
