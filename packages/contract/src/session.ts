import * as z from "zod";
import { id, nameBytes, notCaseSensitive, record } from "./fields.ts";
import { sentBadge, sentPin } from "./pin.ts";
import { body, okResponse, pageQuery, problemsOfRead, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { rolesOfUser } from "./role.ts";
import { route, writeRoute } from "./route.ts";
import { type Infer, schema } from "./schema.ts";
import { version } from "./version.ts";

const SessionFilter = schema("SessionFilter", "An empty object.", () => z.strictObject({}));

const expiry = "When the session ends at the latest, and never after its key.";
const idle = "The number of minutes without a request after which the session ends.";

const Session = schema(
  "Session",
  "The caller: the key of the request, its user, and what the key can be used for. With a cookie " +
    "it is the key of the session.",
  () =>
    z.object({
      user: record.text().meta({ description: "The name of the user who sends the request." }),
      userID: record.id().meta({ description: "The id of that user." }),
      role: record.text().meta({
        description: "The role of the key. Without a key, the first role of the user, or empty.",
      }),
      roles: rolesOfUser.answer().meta(rolesOfUser.about),
      keyID: record.id().meta({
        description:
          "The id of the key. Without a key it is the negative id of the user, so that it still tells callers apart.",
      }),
      keyName: record.text().meta({ description: "The purpose of the key. Empty without a key." }),
      station: record
        .text()
        .nullable()
        .meta({
          description:
            "The purpose of the key of the station where a person acts by Session/ActAs. Null for any " +
            "other caller.",
        }),
      expiresAt: record.time().nullable().meta({
        description:
          "When the key, the directory's token or the session of the request expires. Null means never.",
      }),
      keyExpiresAt: record.time().nullable().meta({
        description:
          "When the key expires, also where a session of it sent the request. Null means never, or no key.",
      }),
      sessionID: record.id().nullable().meta({
        description: "The id of the session. Null if the request was sent with the key itself.",
      }),
      idleMinutes: z
        .int()
        .nullable()
        .meta({ description: `${idle} Null without a session.` }),
      operations: z.array(record.text()).meta({
        description:
          "The operations that the key can be used for, by `operationId`: those of its role and of the roles of its user, " +
          "without those that the key is not bound to.",
      }),
      externalSystems: z.array(record.text()).nullable().meta({
        description:
          "The systems that an `externalRef` sent with the key can name. Null means all.",
      }),
      timeZone: record.text().meta({
        description: "The IANA name of the plant's time zone. It decides when a day begins.",
      }),
      version: record.text().meta({ description: "The version of the service." }),
    }),
);

export type SessionRecord = Infer<typeof Session>;

const sessionExample = {
  user: "Administrator",
  userID: 1,
  role: "operator",
  roles: null,
  keyID: 2,
  keyName: "Terminal of line 4",
  station: null,
  expiresAt: null,
  keyExpiresAt: null,
  sessionID: null,
  idleMinutes: null,
  operations: ["buildBuild", "buildRemove", "materialItemList"],
  externalSystems: null,
  timeZone: "Europe/Berlin",
  version,
};

const StoredSession = schema(
  "StoredSession",
  "A session of a key, or of a user whom the directory let in, without its cookie, which is not stored.",
  () =>
    z.object({
      id: record.id(),
      keyID: record.id().nullable().meta({
        description:
          "The id of the key that it was made with. Null if the directory let the user in without one.",
      }),
      keyName: record
        .text()
        .nullable()
        .meta({ description: "The purpose of the key. Null without a key." }),
      user: record.text().meta({
        description: "The name of the person who acts with it, or else of the owner of the key.",
      }),
      userID: record.id().meta({ description: "The id of that user." }),
      station: record
        .text()
        .nullable()
        .meta({
          description:
            "The purpose of the key of the station, if it is the session of a person who acts there. " +
            "Null for any other.",
        }),
      createdAt: record.time(),
      expiresAt: record.time().meta({ description: expiry }),
      idleMinutes: z.int().meta({ description: idle }),
      lastUsedAt: record.time().nullable().meta({
        description: "When it was used last, up to a minute late. Null if it was not yet.",
      }),
      endedAt: record.time().nullable().meta({
        description: "When Session/Delete or the directory ended it. Null if neither did.",
      }),
    }),
);

export type StoredSessionRecord = Infer<typeof StoredSession>;

const SessionCreation = schema("SessionCreation", "A session to create: an empty object.", () =>
  z.strictObject({}),
);

const Acting = schema("Acting", "The person who identifies at a station.", () =>
  z.strictObject({
    badge: sentBadge(),
    pin: sentPin().meta({ description: "The PIN of the person." }),
  }),
);

const SessionListFilter = schema(
  "SessionListFilter",
  "Selects sessions. All fields that are sent must match.",
  () =>
    z.strictObject({
      id: id().optional(),
      keyID: id().optional().meta({ description: "The id of the key that it was made with." }),
      user: nameBytes(250).optional().meta(notCaseSensitive),
      userID: id().optional(),
      isValid: z.boolean().optional().meta({
        description: "True: those with which requests can still be sent. False: the others.",
      }),
    }),
);

const SessionDeletion = schema("SessionDeletion", "The session to end.", () =>
  z.strictObject({
    id: id().optional().meta({
      description:
        "The id of the session. Without it, the session of the request ends: the caller signs out.",
    }),
  }),
);

const storedExample = {
  id: 31,
  keyID: 2,
  keyName: "Terminal of line 4",
  user: "Administrator",
  userID: 1,
  station: null,
  createdAt: "2026-02-03T06:00:00.000Z",
  expiresAt: "2026-02-03T18:00:00.000Z",
  idleMinutes: 30,
  lastUsedAt: "2026-02-03T14:25:00.000Z",
  endedAt: null,
};

const acting = {
  station: "Terminal of line 4",
  expiresAt: "2026-02-03T06:15:00.000Z",
  idleMinutes: 15,
  lastUsedAt: null,
};

/** The operation that returns the caller. */
export const sessionOperation = "sessionGet";

/** The operation that only the key itself is used for: no session makes another one. */
export const sessionCreation = "sessionCreate";

/** The operation that a station sends, whoever acts there. */
export const sessionActing = "sessionActAs";

/** The operations that each valid key can be used for, whatever others it is bound to. */
export const operationsOfAll: ReadonlySet<string> = new Set([
  sessionOperation,
  sessionCreation,
  "sessionDelete",
]);

const tags = ["Keys"];

export const sessionRoutes = {
  get: route({
    operationId: sessionOperation,
    method: "post",
    path: "/api/Session/Get",
    roles: rolesFor.reading,
    tags,
    summary: "Return the caller: its user, its role and its operations",
    request: () => ({ body: body(SessionFilter(), {}) }),
    responses: () => ({
      200: okResponse(Session(), "The caller.", sessionExample),
      ...problemsOfRead(),
    }),
  }),
  create: writeRoute({
    operationId: sessionCreation,
    method: "post",
    path: "/api/Session/Create",
    roles: rolesFor.reading,
    importStage: null,
    tags,
    summary: "Exchange a key for a session, and set its cookie",
    request: () => ({ body: body(SessionCreation(), {}) }),
    responses: () => ({
      200: okResponse(
        StoredSession(),
        "The created session. Its cookie is in `Set-Cookie`, only in this response: a repetition " +
          "with the same Idempotency-Key sets none.",
        { ...storedExample, lastUsedAt: null },
      ),
      ...problemsOfWrite(),
    }),
  }),
  actAs: writeRoute({
    operationId: sessionActing,
    method: "post",
    path: "/api/Session/ActAs",
    roles: rolesFor.reading,
    importStage: null,
    tags,
    summary: "Act as a person at a station, and set the cookie of the person's session",
    request: () => ({ body: body(Acting(), { badge: "B-4711", pin: "739105" }) }),
    responses: () => ({
      200: okResponse(
        StoredSession(),
        "The session of the person, of limited minutes. Its cookie is in `Set-Cookie`, only in this " +
          "response. The session of a person before at the same station has ended.",
        { ...storedExample, user: "Operator of the morning shift", userID: 7, ...acting },
      ),
      ...problemsOfWrite("pin_refused", "pin_locked", "pin_temporary"),
    }),
  }),
  list: route({
    operationId: "sessionList",
    method: "post",
    path: "/api/Session/List",
    roles: rolesFor.administration,
    tags,
    summary: "List sessions, without their cookies",
    request: () => ({ query: pageQuery(), body: body(SessionListFilter(), { isValid: true }) }),
    responses: () => ({
      200: okResponse(z.array(StoredSession()), "The matching sessions, by id.", [storedExample]),
      ...problemsOfRead(),
    }),
  }),
  delete: writeRoute({
    operationId: "sessionDelete",
    method: "delete",
    path: "/api/Session/Delete",
    roles: rolesFor.reading,
    importStage: null,
    tags,
    summary: "End a session, so that its next request is refused",
    request: () => ({ body: body(SessionDeletion(), { id: 31 }) }),
    responses: () => ({
      200: okResponse(
        StoredSession(),
        "The ended session. One that was already ended stays as it is. If it is the session of the " +
          "request, the response clears its cookie. A session of another key is ended by who may " +
          "revoke keys.",
        { ...storedExample, endedAt: "2026-02-03T14:30:00.000Z" },
      ),
      ...problemsOfWrite("not_found"),
    }),
  }),
};
