import { readFitting } from "../database/fitting-rows.ts";
import { readChangesAt } from "../history/feed.ts";
import type { LoggedChange } from "../history/change.ts";
import {
  boundRead,
  dueOf,
  hasRequeued,
  hasRoom,
  type LeasedWebhook,
  type Owner,
  validSecrets,
} from "./delivery.ts";

/** An event that is due. */
export interface DueEvent {
  readonly seq: number;
  readonly subject: string;
  readonly attempts: number;
  readonly listedAt: number;
  readonly change: LoggedChange;
}

/** A leased webhook with its next due events. */
interface DueEvents {
  readonly webhook: LeasedWebhook;
  readonly due: readonly DueEvent[];
}

/**
 * Reads the next due events of a webhook. Returns undefined if this process no longer delivers for
 * it: it was deleted or deactivated, or another process has leased it.
 */
export async function readDue(
  { executor, owner }: Owner,
  webhookId: number,
  rows: number,
  now: number,
): Promise<DueEvents | undefined> {
  const own = leasedWebhook(owner, webhookId, now);
  const due = firstDueEvents(webhookId, rows, now);
  const [webhooks, found] = await executor.read([own, due]);
  const [webhook] = webhooks!.map(own.row);
  if (!webhook) return undefined;
  const all = found!.map(due.row);
  if (all.length === 0) return { webhook, due: [] };
  // Events that do not fit are due in the next pass.
  const { result: read, fitting } = await readFitting(all.length, (rowsMax) => {
    const seqs = all.slice(0, rowsMax).map(({ seq }) => seq);
    return readChangesAt(executor, seqs);
  });
  const bySeq = new Map(read.map((change) => [change.id, change]));
  const first = all.slice(0, fitting);
  return { webhook, due: first.map((one) => Object.assign(one, { change: bySeq.get(one.seq)! })) };
}

const leasedWebhook = (owner: string, id: number, now: number) =>
  boundRead(
    `select webhook.id, rev_no, url, types, webhook_progress.seq,
      (select json_group_array(secret) from (${validSecrets("webhook.id")})),
      ${hasRoom}, ${hasRequeued}
    from webhook join webhook_progress on webhook_id = webhook.id
    where webhook.id = ? and lease_owner = ? and is_active`,
    [now, id, owner],
    // The types and secrets are JSON arrays of text.
    ([, revNo, url, types, seq, secrets, room, again]): LeasedWebhook => ({
      id,
      revNo: Number(revNo),
      url: String(url),
      types: types === null ? null : (JSON.parse(types as string) as string[]),
      secrets: JSON.parse(secrets as string) as string[],
      seq: Number(seq),
      hasRoom: Boolean(room),
      hasRequeued: Boolean(again),
    }),
  );

const firstDueEvents = (webhookId: number, rows: number, now: number) =>
  boundRead(
    `select seq, subject, attempts, listed_at ${dueOf("?")} order by next_at, seq limit ?`,
    [webhookId, now, rows],
    ([seq, subject, attempts, listedAt]) => ({
      seq: Number(seq),
      subject: String(subject),
      attempts: Number(attempts),
      listedAt: Number(listedAt),
    }),
  );
