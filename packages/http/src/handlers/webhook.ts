import type {
  DeadLetterRecord,
  WebhookRecord,
  webhookRoutes,
  WebhookTrialRecord,
} from "@asbuilt/contract";
import {
  type DeadLetter,
  deleteWebhook,
  listDeadLetters,
  listWebhooks,
  newUuid,
  replayWebhook,
  testWebhook,
  upsertWebhook,
  type Webhook,
} from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { answer, answerList } from "../answer/answer.ts";
import { cloudEvent } from "../events/cloud-event.ts";
import { RequestRefusal } from "../answer/problem.ts";
import { time } from "../records/wire.ts";
import { call, type Calling } from "../webhooks/call.ts";
import { newSecret } from "../webhooks/signature.ts";
import { type Targets, whyNotUrl } from "../webhooks/targets.ts";

const nobody: Calling = {
  send: () => Promise.resolve({ error: "Nobody is called from here." }),
  targets: { networks: [] },
};

/** The handlers of webhooks. */
export function webhookHandlers({
  calling = nobody,
  eventSource,
}: {
  readonly calling?: Calling | undefined;
  readonly eventSource?: string | undefined;
}): Handlers<typeof webhookRoutes> {
  return {
    list: (c) => {
      const matching = listWebhooks(c.get("context"), c.req.valid("json"), c.req.valid("query"));
      return answerList(c, matching, toRecord);
    },
    upsert: async (c) => {
      const sent = c.req.valid("json");
      if (sent.url !== undefined) await requireTarget(sent.url, calling.targets);
      const isNew = !("id" in sent) || sent.rotateSecret === true;
      const secret = isNew ? newSecret() : undefined;
      const { webhook, secret: given } = await upsertWebhook(c.get("context"), { ...sent, secret });
      // A repeated request is answered with the secret that it was given at first: shown once.
      return answer(c, {
        ...toRecord(webhook),
        secret: given === secret ? (secret ?? null) : null,
      });
    },
    remove: async (c) =>
      answer(c, toRecord(await deleteWebhook(c.get("context"), c.req.valid("json")))),
    test: async (c) => {
      const { now } = c.get("context");
      const { webhook, secrets } = await testWebhook(c.get("context"), c.req.valid("json"));
      const event = trialOf(webhook, eventSource, now());
      const called = { ...webhook, secrets };
      const { status, error } = await call(calling.send, called, event, now());
      const trial: WebhookTrialRecord = {
        isDelivered: error === undefined,
        status,
        error: error ?? null,
      };
      return answer(c, trial);
    },
    deadLetters: (c) =>
      answerList(
        c,
        listDeadLetters(c.get("context"), c.req.valid("json"), c.req.valid("query")),
        toDeadLetterRecord,
      ),
    replay: async (c) =>
      answer(c, toRecord(await replayWebhook(c.get("context"), c.req.valid("json")))),
  };
}

async function requireTarget(url: string, targets: Targets): Promise<void> {
  const detail = await whyNotUrl(url, targets);
  if (detail === undefined) return;
  throw new RequestRefusal("validation_failed", detail, { errors: [{ pointer: "/url", detail }] });
}

/** An event that tells of no change: its id is no place in the log. */
const trialOf = (webhook: Webhook, source: string | undefined, at: number) =>
  cloudEvent({
    id: `test-${newUuid()}`,
    source,
    type: "asbuilt.webhook.tested.v1",
    subject: `Webhook/${webhook.id}`,
    at,
    data: {
      entity: "Webhook",
      id: webhook.id,
      revNo: webhook.revNo,
      action: "tested",
      userID: null,
      reasonSUID: null,
      comment: null,
      deliveryNo: null,
      occurredAt: null,
      operationID: newUuid(),
      requestID: null,
      externalRef: null,
      before: null,
      after: null,
      detail: null,
    },
  });

const toRecord = (webhook: Webhook): WebhookRecord => ({
  id: webhook.id,
  url: webhook.url,
  description: webhook.description,
  types: webhook.types === null ? null : [...webhook.types],
  isActive: webhook.isActive,
  createdAt: time(webhook.createdAt),
  pending: webhook.pending,
  behind: webhook.behind,
  dead: webhook.dead,
  error: webhook.error,
});

const toDeadLetterRecord = (letter: DeadLetter): DeadLetterRecord => ({
  seq: letter.seq,
  subject: letter.subject,
  attempts: letter.attempts,
  firstAt: time(letter.listedAt),
  lastAt: time(letter.lastAt),
  error: letter.error,
});
