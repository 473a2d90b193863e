import {
  type Change,
  claim,
  type Context,
  execute,
  type RowsOf,
  updatePart,
} from "../engine/index.ts";
import { requireWebhook, type Webhook, webhooksById } from "./webhook.ts";

/** Which dead letters of a webhook: those of these places in the log, or all. */
export interface ReplayInput {
  readonly id: number;
  readonly seqs?: readonly number[] | undefined;
}

/** Lets dead letters be delivered anew, as if they had not been tried. */
export const replayWebhook = (context: Context, input: ReplayInput): Promise<Webhook> =>
  execute(context, { load, decide, write, answer }, input);

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
): Decision => ({ asserts: [], webhook: requireWebhook(webhooks, id), seqs });

function write({ webhook, seqs }: Decision): Change[] {
  const dead = { webhookId: webhook.id, state: "dead" } as const;
  const anew = { state: "anew", attempts: 0 } as const;
  const unlogged = seqs
    ? seqs.map((seq) => updatePart("webhookDelivery", { ...dead, seq }, anew))
    : [updatePart("webhookDelivery", dead, anew)];
  return [claim("Webhook", webhook, { action: "replayed", detail: { seqs }, unlogged })];
}

const answer = ({ webhook }: Decision): Webhook => ({ ...webhook, revNo: webhook.revNo + 1 });
