import * as z from "zod";
import { eventType } from "./event.ts";
import { filled, id, ignored, record, textBytes, updateOrCreation } from "./fields.ts";
import { okResponse, body, pageQuery, problemsOfRead, problemsOfWrite } from "./responses.ts";
import { route, writeRoute } from "./route.ts";
import { schema, type Infer } from "./schema.ts";

const urlRule = "An https address, or http where private targets are configured; without a user.";
const webhookUrl = () =>
  filled(textBytes(2000)).refine(
    (text) => {
      if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
      const { username, password, hash } = new URL(text);
      return username === "" && password === "" && hash === "";
    },
    { error: urlRule },
  );

const webhookFields = () => ({
  description: textBytes(2000).nullish(),
  types: z
    .array(eventType())
    .min(1)
    .max(100)
    .nullish()
    .meta({ description: "Of which types it is told; all, where it is null." }),
  isActive: z.boolean().nullish(),
  // What List answered may be sent back.
  createdAt: ignored(),
  pending: ignored(),
  behind: ignored(),
  dead: ignored(),
  error: ignored(),
});

const WebhookCreation = schema("WebhookCreation", () =>
  z.strictObject({ url: webhookUrl(), ...webhookFields() }),
);

const WebhookUpdate = schema("WebhookUpdate", () =>
  z.strictObject({
    id: id(),
    url: webhookUrl().optional(),
    ...webhookFields(),
    rotateSecret: z.boolean().optional().meta({
      description: "A new secret. The one that it replaces signs beside it for 24 hours.",
    }),
  }),
);

const WebhookFilter = schema("WebhookFilter", () =>
  z.strictObject({
    id: id().optional(),
    url: textBytes(2000).optional(),
    isActive: z.boolean().optional(),
  }),
);

const WebhookKey = schema("WebhookKey", () => z.strictObject({ id: id() }));

const WebhookReplay = schema("WebhookReplay", () =>
  z.strictObject({
    id: id(),
    seqs: z.array(id()).min(1).max(1000).optional().meta({
      description: "The dead letters to deliver anew; all of the webhook's, where it is absent.",
    }),
  }),
);

/** A webhook, without its secret. */
const Webhook = schema("Webhook", () =>
  z.object({
    id: record.id(),
    url: record.text(),
    description: record.text().nullable(),
    types: z.array(record.text()).nullable(),
    isActive: record.flag(),
    createdAt: record.time(),
    pending: z.int().meta({ description: "How many events are listed to be delivered." }),
    behind: z.int().meta({
      description:
        "How many changes are not listed yet: all that came after, of whatever type. It grows while too " +
        "many wait for a receiver.",
    }),
    dead: z.int().meta({ description: "How many could not be delivered in 24 hours." }),
    error: record.text().nullable().meta({ description: "Why the last attempt failed." }),
  }),
);

/** A webhook that was written, with its secret where it was given one: this once. */
const WrittenWebhook = schema("WrittenWebhook", () =>
  Webhook().and(
    z.object({
      secret: record
        .text()
        .nullable()
        .meta({
          description:
            "What calls are signed with, which is shown this once. Null where it stays as it is, and " +
            "where the request repeats an earlier one with the same Idempotency-Key.",
        }),
    }),
  ),
);

/** An event that could not be delivered. */
const DeadLetter = schema("DeadLetter", () =>
  z.object({
    seq: z.int().meta({ description: "The event's id." }),
    subject: record.text(),
    attempts: z.int(),
    firstAt: record.time().meta({ description: "From when on it was to be delivered." }),
    lastAt: record.time(),
    error: record.text().nullable(),
  }),
);

/** What a call on trial came to. */
const WebhookTrial = schema("WebhookTrial", () =>
  z.object({
    isDelivered: record.flag(),
    status: z.int().nullable().meta({ description: "Null where there was no answer." }),
    error: record.text().nullable(),
  }),
);

export type WebhookRecord = Infer<typeof Webhook>;
export type DeadLetterRecord = Infer<typeof DeadLetter>;
export type WebhookTrialRecord = Infer<typeof WebhookTrial>;

const webhookExample = {
  id: 1,
  url: "https://erp.example/asbuilt",
  description: "Bookings of stock",
  types: ["asbuilt.material.*"],
  isActive: true,
  createdAt: "2026-01-31T08:00:00.000Z",
  pending: 0,
  behind: 0,
  dead: 1,
  error: "The receiver answered 500.",
};

const letterExample = {
  seq: 118,
  subject: "MaterialItem/17",
  attempts: 14,
  firstAt: "2026-01-31T08:00:00.000Z",
  lastAt: "2026-02-01T08:00:00.000Z",
  error: "The receiver answered 500.",
};

const tags = ["Events"];

/** Systems that are called when something happens. */
export const webhookRoutes = {
  list: route({
    operationId: "webhookList",
    method: "post",
    path: "/api/Webhook/List",
    role: "admin",
    tags,
    summary: "List webhooks, without their secrets",
    request: () => ({ query: pageQuery(), body: body(WebhookFilter(), { isActive: true }) }),
    responses: () => ({
      200: okResponse(z.array(Webhook()), "The webhooks that match, by id.", [webhookExample]),
      ...problemsOfRead(),
    }),
  }),
  upsert: writeRoute({
    operationId: "webhookUpsert",
    method: "put",
    path: "/api/Webhook/Upsert",
    role: "admin",
    importStage: "integrations",
    tags,
    summary: "Create or update a webhook, and show its secret where it is new",
    request: () => ({
      body: body(updateOrCreation(WebhookUpdate(), WebhookCreation()), {
        url: "https://erp.example/asbuilt",
        types: ["asbuilt.material.*"],
      }),
    }),
    responses: () => ({
      200: okResponse(WrittenWebhook(), "The created or updated webhook.", {
        ...webhookExample,
        secret: "whsec_Zm9yIGV4YW1wbGUgb25seTogMzIgcmFuZG9tIGJ5dGU=",
      }),
      ...problemsOfWrite("not_found"),
    }),
  }),
  remove: writeRoute({
    operationId: "webhookDelete",
    method: "delete",
    path: "/api/Webhook/Delete",
    role: "admin",
    importStage: "integrations",
    tags,
    summary: "Delete a webhook, with what was yet to be delivered to it",
    request: () => ({ body: body(WebhookKey(), { id: 1 }) }),
    responses: () => ({
      200: okResponse(Webhook(), "The deleted webhook.", webhookExample),
      ...problemsOfWrite("not_found"),
    }),
  }),
  test: route({
    operationId: "webhookTest",
    method: "put",
    path: "/api/Webhook/Test",
    role: "admin",
    tags,
    summary: "Call a webhook once, with an event that is of no record",
    request: () => ({ body: body(WebhookKey(), { id: 1 }) }),
    responses: () => ({
      200: okResponse(WebhookTrial(), "What the call came to.", {
        isDelivered: false,
        status: 301,
        error: "The receiver answered 301: redirects are not followed.",
      }),
      ...problemsOfRead("not_found"),
    }),
  }),
  deadLetters: route({
    operationId: "webhookDeadLetters",
    method: "post",
    path: "/api/Webhook/DeadLetters",
    role: "admin",
    tags,
    summary: "List the events that could not be delivered to a webhook",
    request: () => ({ query: pageQuery(), body: body(WebhookKey(), { id: 1 }) }),
    responses: () => ({
      200: okResponse(z.array(DeadLetter()), "The events, in their order.", [letterExample]),
      ...problemsOfRead("not_found"),
    }),
  }),
  replay: writeRoute({
    operationId: "webhookReplay",
    method: "put",
    path: "/api/Webhook/Replay",
    role: "admin",
    importStage: "integrations",
    tags,
    summary: "Deliver dead letters anew",
    request: () => ({ body: body(WebhookReplay(), { id: 1 }) }),
    responses: () => ({
      200: okResponse(Webhook(), "The webhook as it was before.", webhookExample),
      ...problemsOfWrite("not_found"),
    }),
  }),
};
