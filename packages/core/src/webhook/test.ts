import { type Context, readChecked } from "../engine/index.ts";
import { secretsOf } from "./delivery.ts";
import { requireWebhook, type Webhook, type WebhookKey, webhooksById } from "./webhook.ts";

/** A webhook for a test call, with its valid secrets, the current one first. */
export interface TestedWebhook {
  readonly webhook: Webhook;
  readonly secrets: readonly string[];
}

/** Reads the webhook of a test call. It does not call the receiver. Refuses `not_found`. */
export async function testWebhook(context: Context, { id }: WebhookKey): Promise<TestedWebhook> {
  const own = webhooksById({ ids: JSON.stringify([id]) });
  const signing = secretsOf(id, context.now());
  const [webhooks, secrets] = await readChecked(context, [own, signing]);
  return {
    webhook: requireWebhook(webhooks!.map(own.row), { id }),
    secrets: secrets!.map(signing.row),
  };
}
