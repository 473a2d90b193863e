import * as z from "zod";
import {
  filledBytes,
  id,
  lastInstant,
  nameBytes,
  notCaseSensitive,
  record,
  requiring,
  sinceAdded,
} from "./fields.ts";
import { okResponse, body, pageQuery, problemsOfRead, problemsOfWrite } from "./responses.ts";
import { networkIn } from "./network.ts";
import { operationName, roleOfRequest } from "./role.ts";
import { rolesFor } from "./roles.ts";
import { route, writeRoute } from "./route.ts";
import { type Infer, ruleText, schema } from "./schema.ts";

const keyName = { description: "The purpose of the key. Several keys can have the same name." };

const addressRule = "An IP address or a network, such as 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32.";
const address = () =>
  filledBytes(50).refine((text) => networkIn(text) !== undefined, { error: addressRule });

/** The most entries of each bound. */
const boundMax = 200;

const notes = {
  addresses: "The addresses and networks that the key can be used from.",
  externalSystems: "The systems that an `externalRef` sent with the key can name.",
  operations:
    "The operations that the key can be used for, by `operationId`, within its role. Session/Get, " +
    "Create and Delete are always among them.",
};
const unbound = " Null means all.";
const ownership =
  " They then belong to the owner of the key, whoever they belonged to before. Case sensitive.";

const ApiKeyFilter = schema(
  "ApiKeyFilter",
  "Selects keys. All fields that are sent must match.",
  () =>
    z.strictObject({
      id: id().optional(),
      name: nameBytes(250).optional().meta(keyName),
      user: nameBytes(250).optional().meta(notCaseSensitive),
      userID: id().optional(),
      role: roleOfRequest().optional(),
    }),
);

const ApiKeyCreation = schema(
  "ApiKeyCreation",
  "A key to create, and its owner: either `user` or `userID`.",
  () =>
    z
      .strictObject({
        name: filledBytes(250).meta(keyName),
        user: filledBytes(250)
          .nullish()
          .meta({ description: "The name of the owner. Not case sensitive." }),
        userID: id().nullish().meta({ description: "The id of the owner." }),
        role: roleOfRequest(),
        expiresAt: lastInstant().nullish(),
        addresses: z
          .array(address())
          .min(1)
          .max(boundMax)
          .nullish()
          .meta({ description: notes.addresses + unbound, [ruleText]: addressRule }),
        externalSystems: z
          .array(filledBytes(50))
          .min(1)
          .max(boundMax)
          .nullish()
          .meta({ description: notes.externalSystems + unbound + ownership }),
        operations: z
          .array(operationName())
          .min(1)
          .max(boundMax)
          .nullish()
          .meta({ description: notes.operations + unbound }),
      })
      .refine(({ user, userID }) => (user == null) !== (userID == null), {
        path: ["user"],
        error: "Either user or userID.",
      })
      .meta({ if: requiring(["user"]), else: requiring(["userID"]) }),
);

const ApiKeyRevocation = schema("ApiKeyRevocation", "The key to revoke.", () =>
  z.strictObject({ id: id() }),
);

const bound = (note: string) =>
  z
    .array(record.text())
    .nullable()
    .optional()
    .meta({ description: note + unbound, ...sinceAdded });

const ApiKey = schema(
  "ApiKey",
  "A key of the service, without the key itself, which is not stored.",
  () =>
    z.object({
      id: record.id(),
      name: record.text().meta(keyName),
      user: record.text(),
      userID: record.id(),
      role: record.text(),
      createdAt: record.time(),
      expiresAt: record.time().nullable(),
      revokedAt: record.time().nullable(),
      lastUsedAt: record.time().nullable().optional().meta(sinceAdded),
      configuredAt: record.time().nullable().optional().meta(sinceAdded),
      addresses: bound(notes.addresses),
      externalSystems: bound(notes.externalSystems),
      operations: bound(notes.operations),
    }),
);

const CreatedApiKey = schema("CreatedApiKey", "A created key, with the key itself.", () =>
  ApiKey().extend({
    key: record
      .text()
      .nullable()
      .meta({
        description:
          "The key. Only this response contains it. Null if the request repeats an earlier " +
          "one with the same Idempotency-Key: if that response was lost, revoke the key and " +
          "create another.",
      }),
  }),
);

export type ApiKeyRecord = Infer<typeof ApiKey>;

const creationExample = {
  name: "Terminal of line 4",
  user: "Administrator",
  role: "operator",
  addresses: ["10.4.0.0/16"],
};

const keyExample = {
  id: 2,
  name: "Terminal of line 4",
  user: "Administrator",
  userID: 1,
  role: "operator",
  createdAt: "2026-01-31T08:00:00.000Z",
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: "2026-02-03T14:25:00.000Z",
  configuredAt: null,
  addresses: ["10.4.0.0/16"],
  externalSystems: null,
  operations: null,
};

const tags = ["Keys"];

export const apiKeyRoutes = {
  list: route({
    operationId: "apiKeyList",
    method: "post",
    path: "/api/ApiKey/List",
    roles: rolesFor.administration,
    tags,
    summary: "List keys, without the keys themselves",
    request: () => ({ query: pageQuery(), body: body(ApiKeyFilter(), { role: "operator" }) }),
    responses: () => ({
      200: okResponse(z.array(ApiKey()), "The matching keys, by id.", [keyExample]),
      ...problemsOfRead(),
    }),
  }),
  create: writeRoute({
    operationId: "apiKeyCreate",
    method: "post",
    path: "/api/ApiKey/Create",
    roles: rolesFor.administration,
    importStage: "integrations",
    tags,
    summary: "Create a key for a user and return it once",
    request: () => ({ body: body(ApiKeyCreation(), creationExample) }),
    responses: () => ({
      200: okResponse(CreatedApiKey(), "The created key.", {
        ...keyExample,
        lastUsedAt: null,
        key: "ab_Zm9yIGV4YW1wbGUgb25seTogMzIgcmFuZG9tIGJ5dGU",
      }),
      ...problemsOfWrite("not_found", "inactive"),
    }),
  }),
  revoke: writeRoute({
    operationId: "apiKeyRevoke",
    method: "put",
    path: "/api/ApiKey/Revoke",
    roles: rolesFor.administration,
    importStage: "end",
    tags,
    summary: "Revoke a key, so that its next request is refused",
    request: () => ({ body: body(ApiKeyRevocation(), { id: 2 }) }),
    responses: () => ({
      200: okResponse(ApiKey(), "The revoked key. A key that was already revoked stays as it is.", {
        ...keyExample,
        revokedAt: "2026-02-28T17:00:00.000Z",
      }),
      ...problemsOfWrite("not_found", "last_admin"),
    }),
  }),
};
