import {
  type Change,
  type Context,
  execute,
  remove,
  removePart,
  type RowsOf,
  storedRow,
} from "../engine/index.ts";
import { requireWebhook, type Webhook, type WebhookKey, webhooksById } from "./webhook.ts";

/** Deletes a webhook, with what was yet to be delivered to it. */
export const deleteWebhook = (context: Context, input: WebhookKey): Promise<Webhook> =>
  execute(context, { load, decide, write, answer }, input);

const load = (inputs: readonly WebhookKey[]) => ({
  webhooks: webhooksById({ ids: JSON.stringify(inputs.map(({ id }) => id)) }),
});

interface Decision {
  readonly asserts: readonly [];
  readonly webhook: Webhook;
}

/** Decides a deletion. Refuses `not_found`. */
const decide = ({ webhooks }: RowsOf<ReturnType<typeof load>>, { id }: WebhookKey): Decision => ({
  asserts: [],
  webhook: requireWebhook(webhooks, id),
});

function write({ webhook }: Decision): Change[] {
  const own = { webhookId: webhook.id };
  const unlogged = [
    removePart("webhookDelivery", own),
    removePart("webhookProgress", own),
    removePart("webhookSecret", own),
  ];
  return [remove("Webhook", storedRow("Webhook", webhook), { action: "deleted", unlogged })];
}

const answer = ({ webhook }: Decision): Webhook => webhook;
