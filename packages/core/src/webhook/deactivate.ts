import { type Change, update } from "../engine/changes.ts";
import { execute, type RowsOf } from "../engine/execute.ts";
import { type Context, service } from "../engine/context.ts";
import type { WebhookKey } from "./delete.ts";
import { type Webhook, webhooksById } from "./webhook.ts";

/** Ends the calls of a webhook whose receiver has said that it is gone for good. */
export const deactivateWebhook = (
  context: Pick<Context, "executor" | "now">,
  input: WebhookKey,
): Promise<void> =>
  execute(
    { ...context, principal: service, requestId: "webhooks" },
    { load, decide, write, answer: () => undefined },
    input,
  );

const load = (inputs: readonly WebhookKey[]) => ({
  webhooks: webhooksById({ ids: JSON.stringify(inputs.map(({ id }) => id)) }),
});

interface Decision {
  readonly asserts: readonly [];
  readonly webhook: Webhook | undefined;
}

const decide = ({ webhooks: [webhook] }: RowsOf<ReturnType<typeof load>>): Decision => ({
  asserts: [],
  webhook,
});

/** One that was deleted or deactivated meanwhile stays as it is. */
const write = ({ webhook }: Decision): Change[] =>
  webhook?.isActive
    ? [update("Webhook", webhook, { isActive: false }, { action: "deactivated" })]
    : [];
