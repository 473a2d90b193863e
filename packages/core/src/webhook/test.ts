import { type Context, readChecked } from "../engine/index.ts";
import { headOf, lastSeal, type SealHead } from "../seal/make.ts";
import { secretsOf } from "./delivery.ts";
import { requireWebhook, type Webhook, type WebhookKey, webhooksById } from "./webhook.ts";

/** A webhook for a test call, with its valid secrets, the current one first, and the newest seal. */
export interface TestedWebhook {
  readonly webhook: Webhook;
  readonly secrets: readonly string[];
  /** Undefined if nothing is sealed yet. */
  readonly newest: SealHead | undefined;
}

/** Reads the webhook of a test call. It does not call the receiver. Refuses `not_found`. */
export async function testWebhook(context: Context, { id }: WebhookKey): Promise<TestedWebhook> {
  const own = webhooksById({ ids: JSON.stringify([id]) });
  const signing = secretsOf(id, context.now());
  const [webhooks, secrets, seals] = await readChecked(context, [own, signing, lastSeal]);
  return {
    webhook: requireWebhook(webhooks!.map(own.row), { id }),
    secrets: secrets!.map(signing.row),
    newest: headOf(seals!),
  };
}
