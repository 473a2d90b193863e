import type { Answer } from "@asbuilt/client";
import { Trans } from "@lingui/react/macro";
import { Chip } from "../../ui/notice.tsx";

/** A receiver of events, without its secret. */
export type Webhook = Answer<"webhookList">[number];

/** Whether events reach the receiver. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  if (!webhook.isActive) {
    return (
      <Chip meaning="caution">
        <Trans>Paused</Trans>
      </Chip>
    );
  }
  return webhook.error === null ? (
    <Chip meaning="good">
      <Trans>Active</Trans>
    </Chip>
  ) : (
    <Chip meaning="bad">
      <Trans>Failing</Trans>
    </Chip>
  );
}
