import type { DeadLetterRecord, webhookRoutes, WebhookTrialRecord } from "@asbuilt/contract";
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
import { respond, respondList } from "../response/respond.ts";
import { cloudEvent } from "../events/cloud-event.ts";
import { RequestRefusal } from "../response/problem.ts";
import { toAnchorRecord } from "../records/anchor.ts";
import { toWebhookRecord } from "../records/webhook.ts";
import { wireTime } from "../records/wire.ts";
import { type Calling, callReceiver } from "../webhooks/call.ts";
import { newSecret } from "../webhooks/signature.ts";
import { type Targets, whyNotUrl } from "../webhooks/targets.ts";

const noCalling: Calling = {
  send: () => Promise.resolve({ error: "This service makes no calls." }),
  targets: { networks: [] },
};

/** Returns the handlers of webhooks. */
export function webhookHandlers({
  calling = noCalling,
  eventSource,
}: {
  readonly calling?: Calling | undefined;
  readonly eventSource?: string | undefined;
}): Handlers<typeof webhookRoutes> {
  return {
    list: (c) => {
      const matching = listWebhooks(c.get("context"), c.req.valid("json"), c.req.valid("query"));
      return respondList(c, matching, toWebhookRecord);
    },
    upsert: async (c) => {
      const sent = c.req.valid("json");
      if (sent.url !== undefined) await requireTarget(sent.url, calling.targets);
      const isNew = sent.id === undefined || sent.rotateSecret === true;
      const secret = isNew ? newSecret() : undefined;
      const { webhook, secret: given } = await upsertWebhook(c.get("context"), { ...sent, secret });
      // For a repetition, core returns the secret of the first request: it is shown only once.
      return respond(c, {
        ...toWebhookRecord(webhook),
        secret: given === secret ? (secret ?? null) : null,
      });
    },
    remove: async (c) =>
      respond(c, toWebhookRecord(await deleteWebhook(c.get("context"), c.req.valid("json")))),
    test: async (c) => {
      const { now } = c.get("context");
      const { webhook, secrets, newest } = await testWebhook(c.get("context"), c.req.valid("json"));
      const event = trialEvent(webhook, eventSource, now());
      const receiver = { ...webhook, secrets, anchor: toAnchorRecord(newest) };
      const { status, error } = await callReceiver(calling.send, receiver, event, now());
      const trial: WebhookTrialRecord = {
        isDelivered: error === undefined,
        status,
        error: error ?? null,
      };
      return respond(c, trial);
    },
    deadLetters: (c) =>
      respondList(
        c,
        listDeadLetters(c.get("context"), c.req.valid("json"), c.req.valid("query")),
        toDeadLetterRecord,
      ),
    replay: async (c) =>
      respond(c, toWebhookRecord(await replayWebhook(c.get("context"), c.req.valid("json")))),
  };
}

async function requireTarget(url: string, targets: Targets): Promise<void> {
  const detail = await whyNotUrl(url, targets);
  if (detail === undefined) return;
  throw new RequestRefusal("validation_failed", detail, { errors: [{ pointer: "/url", detail }] });
}

/** Returns an event about no change: its id is not a place in the log. */
const trialEvent = (webhook: Webhook, source: string | undefined, at: number) =>
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
      traceID: null,
      externalRef: null,
      station: null,
      before: null,
      after: null,
      detail: null,
    },
  });

const toDeadLetterRecord = (letter: DeadLetter): DeadLetterRecord => ({
  seq: letter.seq,
  subject: letter.subject,
  attempts: letter.attempts,
  firstAt: wireTime(letter.listedAt),
  lastAt: wireTime(letter.lastAt),
  error: letter.error,
});
