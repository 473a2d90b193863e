import { type Change, remove, removePart, type RowsOf, storedRow, verb } from "../engine/index.ts";
import { requireWebhook, type Webhook, type WebhookKey, webhooksById } from "./webhook.ts";

const load = (inputs: readonly WebhookKey[]) => ({
  webhooks: webhooksById({ ids: JSON.stringify(inputs.map(({ id }) => id)) }),
});

interface Decision {
  readonly asserts: readonly [];
  readonly webhook: Webhook;
}

/** Decides a deletion. Refuses `not_found` and `stale_revision`. */
const decide = ({ webhooks }: RowsOf<ReturnType<typeof load>>, key: WebhookKey): Decision => ({
  asserts: [],
  webhook: requireWebhook(webhooks, key),
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

/** Deletes a webhook, with its undelivered events. */
export const deleteWebhook = verb({
  conflicts: { of: ["Webhook/Delete"], claims: { Webhook: "" } },
  load,
  decide,
  write,
  answer,
});
