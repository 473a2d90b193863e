import type { Bound } from "../database/bound.ts";
import { type Executor, rowsOf } from "../database/executor.ts";

/** The work of the service that has not been done yet. */
export interface Undone {
  /** When the first change was recorded that no seal covers; null if all are sealed. */
  readonly unsealedSince: number | null;
  readonly hasWebhooks: boolean;
  /** Whether the last attempt to deliver an event of an active webhook has failed. */
  readonly hasUndelivered: boolean;
}

const undone: Bound<Undone> = {
  sql: `select
    (select at from change_log
      where seq > coalesce((select last_seq from seal order by id desc limit 1), 0)
      order by seq limit 1),
    exists (select 1 from webhook where is_active),
    exists (select 1 from webhook where is_active and exists (select 1 from webhook_delivery
      where webhook_id = webhook.id and state in ('pending', 'dead') and error is not null))`,
  params: [],
  row: (raw) => {
    const [unsealedSince, webhooks, undelivered] = raw as readonly [number | null, number, number];
    return { unsealedSince, hasWebhooks: webhooks === 1, hasUndelivered: undelivered === 1 };
  },
};

/** Reads what the service has not done yet: at most a few rows, whatever the database holds. */
export async function readUndone(executor: Pick<Executor, "read">): Promise<Undone> {
  const [found] = await rowsOf(executor, undone);
  return found!;
}
