import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useParams } from "@tanstack/react-router";
import { useRead, useWrite } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, Page, Waiting } from "../../ui/page.tsx";
import { Moment, Quantity } from "../../ui/values.tsx";
import { DeadLetters } from "./dead-letters.tsx";
import { PrivateTargets } from "./private-targets.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { type Webhook, WebhookState } from "./webhook-state.tsx";

/** One receiver of events: whether they reach it, and what to do if they do not. */
export function WebhookScreen() {
  const { t } = useLingui();
  const { id } = useParams({ from: "/webhooks/$id" });
  const found = useRead("webhookList", { body: { id: Number(id) } });
  if (found.error) return <ProblemNotice error={found.error} />;
  if (!found.data) return <Waiting />;
  const [webhook] = found.data;
  if (!webhook) return <NoSuchWebhook id={id} />;
  return (
    <Page title={webhook.url} actions={<WebhookActions webhook={webhook} />}>
      <section className="card" aria-label={t`Summary`}>
        <Facts
          facts={[
            [t`State`, <WebhookState key="state" webhook={webhook} />],
            [t`Description`, webhook.description],
            [t`Types of events`, webhook.types?.join(", ") || t`All but those of administrators`],
            [t`Waiting`, <Quantity key="pending" value={webhook.pending} />],
            [t`Not queued yet`, <Quantity key="behind" value={webhook.behind} />],
            [t`Not delivered`, <Quantity key="dead" value={webhook.dead} />],
            [t`Last error`, webhook.error],
            [t`Created`, <Moment key="created" at={webhook.createdAt} />],
          ]}
        />
      </section>
      <Trial webhook={webhook} />
      <DeadLetters webhook={webhook} />
    </Page>
  );
}

function NoSuchWebhook({ id }: { readonly id: string }) {
  const { t } = useLingui();
  return (
    <Notice meaning="caution" title={t`There is no webhook with the id ${id}.`}>
      <Link to="/webhooks">
        <Trans>Show all webhooks</Trans>
      </Link>
    </Notice>
  );
}

interface WebhookProps {
  readonly webhook: Webhook;
}

/** Calls the receiver once, and says what came of it. */
function Trial({ webhook }: WebhookProps) {
  const { t } = useLingui();
  const trial = useWrite("webhookTest");
  return (
    <section className="form" aria-label={t`Test`}>
      <div>
        <Button
          disabled={trial.isPending}
          onClick={() => trial.mutate({ body: { id: webhook.id } })}
        >
          <Trans>Send a test event</Trans>
        </Button>
      </div>
      {trial.error ? <ProblemNotice error={trial.error} /> : undefined}
      {trial.data ? <TrialResult {...trial.data} /> : undefined}
    </section>
  );
}

interface TrialResultProps {
  readonly isDelivered: boolean;
  readonly status: number | null;
  readonly error: string | null;
}

function TrialResult({ isDelivered, status, error }: TrialResultProps) {
  const { t } = useLingui();
  if (isDelivered) {
    return <Notice meaning="good" title={t`The receiver took the test event: status ${status}.`} />;
  }
  return (
    <Notice meaning="bad" title={t`The test event was not taken.`}>
      <p>{error}</p>
      {status === null ? <PrivateTargets /> : undefined}
    </Notice>
  );
}
