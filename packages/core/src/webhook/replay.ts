import { type Change, claim, type RowsOf, updatePart, verb } from "../engine/index.ts";
import { requeued } from "./delivery.ts";
import { requireWebhook, type Webhook, webhooksById } from "./webhook.ts";

/** The dead letters of a webhook to deliver again: those at these places in the log, or all. */
export interface ReplayInput {
  readonly id: number;
  readonly seqs?: readonly number[] | undefined;
}

const load = (inputs: readonly ReplayInput[]) => ({
  webhooks: webhooksById({ ids: JSON.stringify(inputs.map(({ id }) => id)) }),
});

interface Decision {
  readonly asserts: readonly [];
  readonly webhook: Webhook;
  readonly seqs: readonly number[] | undefined;
}

/** Decides a replay. Refuses `not_found`. */
const decide = (
  { webhooks }: RowsOf<ReturnType<typeof load>>,
  { id, seqs }: ReplayInput,
): Decision => ({ asserts: [], webhook: requireWebhook(webhooks, { id }), seqs });

function write({ webhook, seqs }: Decision): Change[] {
  const dead = { webhookId: webhook.id, state: "dead" } as const;
  const patch = { state: requeued, attempts: 0 } as const;
  const unlogged = seqs
    ? seqs.map((seq) => updatePart("webhookDelivery", { ...dead, seq }, patch))
    : [updatePart("webhookDelivery", dead, patch)];
  return [claim("Webhook", webhook, { action: "replayed", detail: { seqs }, unlogged })];
}

const answer = ({ webhook }: Decision): Webhook => ({ ...webhook, revNo: webhook.revNo + 1 });

/** Queues dead letters again, as if they had not been tried. */
export const replayWebhook = verb({
  conflicts: { of: ["Webhook/Replay"], claims: { Webhook: "" } },
  load,
  decide,
  write,
  answer,
});
