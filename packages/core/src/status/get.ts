import type { Bound } from "../database/bound.ts";
import { type Context, readChecked } from "../engine/index.ts";
import { type Unsealed, unsealedRows } from "../seal/unsealed.ts";
import { type WebhookBacklog, webhookBacklog } from "../webhook/backlog.ts";

/** The last change of the plant. */
interface LastChange {
  readonly id: number;
  /** When it was recorded. */
  readonly at: number;
}

/** The last change of the plant, and the work in the background that is not done yet. */
export interface Status {
  readonly at: number;
  /** Undefined if nothing has changed yet. */
  readonly last: LastChange | undefined;
  readonly unsealed: Unsealed;
  readonly webhooks: WebhookBacklog;
}

const lastChange: Bound<LastChange> = {
  sql: "select seq, at from change_log order by seq desc limit 1",
  params: [],
  row: (raw) => {
    const [id, at] = raw as readonly [number, number];
    return { id, at };
  },
};

/** Reads the status in one round trip. Counts have limits, so that a monitor can ask each minute. */
export async function getStatus(context: Context): Promise<Status> {
  const [changes, unsealed, backlog] = await readChecked(context, [
    lastChange,
    unsealedRows,
    webhookBacklog,
  ]);
  return {
    at: context.now(),
    last: changes!.map(lastChange.row)[0],
    unsealed: unsealedRows.row(unsealed![0]!),
    webhooks: webhookBacklog.row(backlog![0]!),
  };
}
