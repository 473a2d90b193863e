import * as z from "zod";
import { eventType } from "./event.ts";
import {
  defaulted,
  filledBytes,
  id,
  nameBytes,
  readRevision,
  record,
  setByService,
  textBytes,
  upsert,
} from "./fields.ts";
import { okResponse, body, pageQuery, problemsOfRead, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route, writeRoute } from "./route.ts";
import { type Infer, ruleText, schema } from "./schema.ts";

const urlRule = "An https address, or http where private targets are configured; without a user.";
const webhookUrl = () =>
  filledBytes(2000).refine(
    (text) => {
      if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
      const { username, password, hash } = new URL(text);
      return username === "" && password === "" && hash === "";
    },
    { error: urlRule },
  );

const isCalled = {
  description: "False pauses the calls. A receiver that responds with 410 sets it to false.",
};

const typesOfWebhook =
  "The types of events, or prefixes of them that end in a star. Without any, all types except " +
  "those of `apiKey`, `role`, `session`, `user` and `webhook`. These are sent only if a type names the resource, as " +
  "in `asbuilt.user.*`.";

const WebhookUpsert = schema("WebhookUpsert", "A webhook to create or update.", () =>
  upsert({
    key: "id",
    needed: { url: webhookUrl().meta({ [ruleText]: urlRule }) },
    others: {
      description: textBytes(2000).nullish(),
      types: z.array(eventType()).min(1).max(100).nullish().meta({ description: typesOfWebhook }),
      isActive: defaulted(z.boolean()).meta(isCalled),
      rotateSecret: z.boolean().optional().meta({
        description:
          "Of an update: makes a new secret. The old secret still signs too for 24 hours.",
      }),
      // A client can send back what List returned.
      createdAt: setByService("Set by the creation"),
      pending: setByService("Counted by the service"),
      behind: setByService("Counted by the service"),
      dead: setByService("Counted by the service"),
      error: setByService("Set by the last attempt"),
    },
  }).refine(({ id: webhook, rotateSecret }) => webhook !== undefined || rotateSecret !== true, {
    path: ["rotateSecret"],
    error: "A new webhook gets a secret anyway.",
  }),
);

const WebhookFilter = schema(
  "WebhookFilter",
  "Selects webhooks. All fields that are sent must match.",
  () =>
    z.strictObject({
      id: id().optional(),
      url: nameBytes(2000).optional(),
      isActive: z.boolean().optional().meta(isCalled),
    }),
);

const WebhookKey = schema("WebhookKey", "The webhook to test, or whose dead letters to list.", () =>
  z.strictObject({ id: id() }),
);

const WebhookDeletion = schema("WebhookDeletion", "The webhook to delete.", () =>
  z.strictObject({ id: id(), revNo: readRevision() }),
);

const WebhookReplay = schema(
  "WebhookReplay",
  "The dead letters of a webhook to deliver again.",
  () =>
    z.strictObject({
      id: id(),
      seqs: z.array(id()).min(1).max(1000).optional().meta({
        description: "The dead letters to deliver again. If absent, all of the webhook's.",
      }),
    }),
);

const Webhook = schema(
  "Webhook",
  "A receiver that the service calls with events, without the secret that signs the calls.",
  () =>
    z.object({
      id: record.id(),
      revNo: record.revision(),
      url: record.text(),
      description: record.text().nullable(),
      types: z.array(record.text()).nullable().meta({ description: typesOfWebhook }),
      isActive: record.flag().meta(isCalled),
      createdAt: record.time(),
      pending: z.int().meta({ description: "The number of events that wait for delivery." }),
      behind: z.int().meta({
        description:
          "The number of later changes, of any type, that are not queued yet. It grows while too " +
          "many events wait for a receiver.",
      }),
      dead: z
        .int()
        .meta({ description: "The number of events that could not be delivered in 24 hours." }),
      error: record.text().nullable(),
    }),
);

const WrittenWebhook = schema(
  "WrittenWebhook",
  "A created or updated webhook, with its secret if that is new.",
  () =>
    Webhook().extend({
      secret: record
        .text()
        .nullable()
        .meta({
          description:
            "The secret that signs calls. Only this response contains it. Null if it did not " +
            "change, or if the request repeats an earlier one with the same Idempotency-Key.",
        }),
    }),
);

const DeadLetter = schema("DeadLetter", "An event that could not be delivered to a webhook.", () =>
  z.object({
    seq: z.int().meta({ description: "The event's id." }),
    subject: record.text(),
    attempts: z.int(),
    firstAt: record.time().meta({ description: "When its delivery became due." }),
    lastAt: record.time(),
    error: record.text().nullable(),
  }),
);

const WebhookTrial = schema("WebhookTrial", "The result of a test call.", () =>
  z.object({
    isDelivered: record.flag(),
    status: z
      .int()
      .nullable()
      .meta({ description: "The HTTP status of the response. Null if there was none." }),
    error: record
      .text()
      .nullable()
      .meta({ description: "The reason why the call failed. Null if it was delivered." }),
  }),
);

export type WebhookRecord = Infer<typeof Webhook>;
export type DeadLetterRecord = Infer<typeof DeadLetter>;
export type WebhookTrialRecord = Infer<typeof WebhookTrial>;

const webhookExample = {
  id: 1,
  revNo: 1,
  url: "https://erp.example/asbuilt",
  description: "Bookings of stock",
  types: ["asbuilt.material.*"],
  isActive: true,
  createdAt: "2026-01-31T08:00:00.000Z",
  pending: 0,
  behind: 0,
  dead: 1,
  error: "The receiver responded with 500.",
};

const letterExample = {
  seq: 118,
  subject: "MaterialItem/17",
  attempts: 14,
  firstAt: "2026-01-31T08:00:00.000Z",
  lastAt: "2026-02-01T08:00:00.000Z",
  error: "The receiver responded with 500.",
};

const tags = ["Events"];

/** The webhooks, which call other systems when something happens. */
export const webhookRoutes = {
  list: route({
    operationId: "webhookList",
    method: "post",
    path: "/api/Webhook/List",
    roles: rolesFor.administration,
    tags,
    summary: "List webhooks, without their secrets",
    request: () => ({ query: pageQuery(), body: body(WebhookFilter(), { isActive: true }) }),
    responses: () => ({
      200: okResponse(z.array(Webhook()), "The matching webhooks, by id.", [webhookExample]),
      ...problemsOfRead(),
    }),
  }),
  upsert: writeRoute({
    operationId: "webhookUpsert",
    method: "put",
    path: "/api/Webhook/Upsert",
    roles: rolesFor.administration,
    importStage: "integrations",
    tags,
    summary: "Create or update a webhook, and return its secret if that is new",
    request: () => ({
      body: body(WebhookUpsert(), {
        url: "https://erp.example/asbuilt",
        types: ["asbuilt.material.*"],
      }),
    }),
    responses: () => ({
      200: okResponse(WrittenWebhook(), "The created or updated webhook.", {
        ...webhookExample,
        secret: "whsec_Zm9yIGV4YW1wbGUgb25seTogMzIgcmFuZG9tIGJ5dGU=",
      }),
      ...problemsOfWrite("not_found", "stale_revision"),
    }),
  }),
  remove: writeRoute({
    operationId: "webhookDelete",
    method: "delete",
    path: "/api/Webhook/Delete",
    roles: rolesFor.administration,
    importStage: "integrations",
    tags,
    summary: "Delete a webhook and its pending deliveries",
    request: () => ({ body: body(WebhookDeletion(), { id: 1 }) }),
    responses: () => ({
      200: okResponse(Webhook(), "The deleted webhook.", webhookExample),
      ...problemsOfWrite("not_found", "stale_revision"),
    }),
  }),
  test: route({
    operationId: "webhookTest",
    method: "put",
    path: "/api/Webhook/Test",
    roles: rolesFor.administration,
    tags,
    summary: "Call a webhook once with a test event",
    request: () => ({ body: body(WebhookKey(), { id: 1 }) }),
    responses: () => ({
      200: okResponse(WebhookTrial(), "The result of the call.", {
        isDelivered: false,
        status: 301,
        error: "The receiver responded with 301: redirects are not followed.",
      }),
      ...problemsOfRead("not_found"),
    }),
  }),
  deadLetters: route({
    operationId: "webhookDeadLetters",
    method: "post",
    path: "/api/Webhook/DeadLetters",
    roles: rolesFor.administration,
    tags,
    summary: "List the events that could not be delivered to a webhook",
    request: () => ({ query: pageQuery(), body: body(WebhookKey(), { id: 1 }) }),
    responses: () => ({
      200: okResponse(z.array(DeadLetter()), "The events, in order.", [letterExample]),
      ...problemsOfRead("not_found"),
    }),
  }),
  replay: writeRoute({
    operationId: "webhookReplay",
    method: "put",
    path: "/api/Webhook/Replay",
    roles: rolesFor.administration,
    importStage: "integrations",
    tags,
    summary: "Deliver dead letters again",
    request: () => ({ body: body(WebhookReplay(), { id: 1 }) }),
    responses: () => ({
      200: okResponse(Webhook(), "The webhook before the replay.", webhookExample),
      ...problemsOfWrite("not_found"),
    }),
  }),
};
