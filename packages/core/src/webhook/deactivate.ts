import {
  type Change,
  type Context,
  execute,
  type RowsOf,
  service,
  update,
} from "../engine/index.ts";
import { type Webhook, webhooksById } from "./webhook.ts";

/** A receiver that has reported that it is gone permanently. */
export interface GoneReceiver {
  readonly id: number;
  readonly url: string;
}

/** Deactivates a webhook whose receiver has reported that it is gone permanently. */
export const deactivateWebhook = (
  context: Pick<Context, "executor" | "now">,
  input: GoneReceiver,
): Promise<void> =>
  execute(
    { ...context, principal: service, requestId: "webhooks" },
    { load, decide, write, answer: () => undefined },
    input,
  );

const load = (inputs: readonly GoneReceiver[]) => ({
  webhooks: webhooksById({ ids: JSON.stringify(inputs.map(({ id }) => id)) }),
});

interface Decision {
  readonly asserts: readonly [];
  readonly webhook: Webhook | undefined;
}

/** A webhook that was deleted, deactivated or given another url since then stays as it is. */
const decide = (
  { webhooks }: RowsOf<ReturnType<typeof load>>,
  { id, url }: GoneReceiver,
): Decision => ({
  asserts: [],
  webhook: webhooks.find((one) => one.id === id && one.url === url && one.isActive),
});

const write = ({ webhook }: Decision): Change[] =>
  webhook ? [update("Webhook", webhook, { isActive: false }, { action: "deactivated" })] : [];
