import {
  type AnySQLiteColumn,
  blob,
  index,
  integer,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import { user } from "./catalog.ts";
import { flag, instant, recordColumns, reference } from "./columns.ts";
import { table } from "./table.ts";

export const apiKey = table(
  "api_key",
  () => ({
    ...recordColumns(),
    name: text("name").notNull(),
    /** SHA-256 of the key, in lower-case hexadecimal. The key itself is stored nowhere. */
    hash: text("hash").notNull(),
    userId: reference("user_id", () => user.id).notNull(),
    /** The name of a built-in role, or of one of the plant. */
    role: text("role").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    /** When the environment made it the administrator's key, so that another value ends it. */
    configuredAt: instant("configured_at"),
    /** The bounds of the key besides its role; null where it has none. */
    addresses: text("addresses", { mode: "json" }).$type<readonly string[]>(),
    externalSystems: text("external_systems", { mode: "json" }).$type<readonly string[]>(),
    operations: text("operations", { mode: "json" }).$type<readonly string[]>(),
  }),
  (columns) => [
    uniqueIndex("api_key_hash").on(columns.hash),
    index("api_key_user").on(columns.userId),
  ],
);

/** The minute in which each key was used last. It is no part of the record. */
export const apiKeyUse = table("api_key_use", () => ({
  keyId: integer("key_id")
    .primaryKey()
    .references(() => apiKey.id, { onDelete: "restrict", onUpdate: "restrict" }),
  at: instant("at").notNull(),
}));

/** A key, or a person whom the directory lets in, that a browser acts as with a cookie. */
export const session = table(
  "session",
  () => ({
    ...recordColumns(),
    /** SHA-256 of the cookie's token, in lower-case hexadecimal. The token is stored nowhere. */
    hash: text("hash").notNull(),
    /** The key that it was made with; null of a person who came without one. */
    keyId: reference("key_id", () => apiKey.id),
    /**
     * The person who acts with it, at the station of the key or without a key. Null: the user of the
     * key.
     */
    personId: reference("person_id", () => user.id),
    /** The session of the station that it was made with; null: the key itself, or none. */
    stationSessionId: integer("station_session_id").references((): AnySQLiteColumn => session.id, {
      onDelete: "restrict",
      onUpdate: "restrict",
    }),
    createdAt: instant("created_at").notNull(),
    /** Never later than that of its key. */
    expiresAt: instant("expires_at").notNull(),
    /** The minutes without a request after which it ends. */
    idleMinutes: integer("idle_minutes").notNull(),
    endedAt: instant("ended_at"),
  }),
  (columns) => [
    uniqueIndex("session_hash").on(columns.hash),
    index("session_key").on(columns.keyId),
    index("session_person").on(columns.personId),
    index("session_station")
      .on(columns.stationSessionId)
      .where(sql`station_session_id is not null`),
  ],
);

/** When each session was used last, at most a minute ago. It is no part of the record. */
export const sessionUse = table("session_use", () => ({
  sessionId: integer("session_id")
    .primaryKey()
    .references(() => session.id, { onDelete: "restrict", onUpdate: "restrict" }),
  at: instant("at").notNull(),
}));

/** How the service asks the directory again about the person of a session. No part of the record. */
export const directorySession = table(
  "directory_session",
  () => ({
    sessionId: integer("session_id")
      .primaryKey()
      .references(() => session.id, { onDelete: "restrict", onUpdate: "restrict" }),
    /** The refresh token, under a key that only the cookie gives; null where there is none. */
    token: text("token"),
    /** The next time to ask. Who asks first moves it, so that nobody else does. */
    askAt: instant("ask_at").notNull(),
    /** Who asked last: a name that is used once. */
    asker: text("asker").notNull(),
    /** The directory's own name of the session. */
    sid: text("sid"),
  }),
  (columns) => [index("directory_session_sid").on(columns.sid)],
);

/** The hash of each user's PIN. It is not in the change log. */
export const userPin = table("user_pin", () => ({
  userId: integer("user_id")
    .primaryKey()
    .references(() => user.id, { onDelete: "restrict", onUpdate: "restrict" }),
  /** Made by scrypt, with its parameters and salt: the PHC string format. */
  hash: text("hash").notNull(),
  /** Whether an administrator chose it: then it is only good for setting another one. */
  isTemporary: flag("is_temporary").notNull(),
}));

/** The PINs that were tried in the last day and were not right. They are no part of the record. */
export const pinGuess = table(
  "pin_guess",
  () => ({
    /** Random, so that a statement that is sent again counts once. */
    id: text("id").primaryKey(),
    /** Null if nobody has the badge. */
    userId: integer("user_id"),
    /** The key of the station. */
    keyId: integer("key_id").notNull(),
    at: instant("at").notNull(),
  }),
  (columns) => [
    index("pin_guess_user").on(columns.userId, columns.at),
    index("pin_guess_key").on(columns.keyId, columns.at),
    index("pin_guess_at").on(columns.at),
  ],
);

/** The level of the database's room that was reported last, in one row. No part of the record. */
export const roomLevel = table("room_level", () => ({
  id: integer("id").primaryKey(),
  /** The percent of its limit that the database had reached; 0 is below all levels. */
  level: integer("level").notNull(),
  at: instant("at").notNull(),
}));

/** One row for each write that was sent with an Idempotency-Key. */
export const keyedAnswer = table(
  "keyed_answer",
  () => ({
    userId: reference("user_id", () => user.id).notNull(),
    /** 16 bytes of the SHA-256 of method, path and key. */
    name: blob("name").notNull(),
    /** 16 bytes of the SHA-256 of the canonical body, without the white space around its texts. */
    bodyHash: blob("body_hash").notNull(),
    /** The place in the log of its first change; null if it changed nothing. */
    seq: integer("seq"),
    at: instant("at").notNull(),
    /** The answers to the lines, compressed. The ids that they lack are in the log. */
    answer: blob("answer").notNull(),
  }),
  (columns) => [
    primaryKey({ columns: [columns.name, columns.userId] }),
    index("keyed_answer_at").on(columns.at),
  ],
);

/** The same as former versions wrote it. Its rows are answered until they are too old. */
export const idempotencyKey = table(
  "idempotency_key",
  () => ({
    userId: reference("user_id", () => user.id).notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of the canonical body, without the white space around its texts. */
    bodyHash: text("body_hash").notNull(),
    operationId: text("operation_id").notNull(),
    /** The decisions of the lines, as JSON. With the ids in the log they give the answer again. */
    decision: text("decision").notNull(),
    at: instant("at").notNull(),
  }),
  (columns) => [
    primaryKey({ columns: [columns.userId, columns.method, columns.path, columns.key] }),
    index("idempotency_key_at").on(columns.at),
  ],
);

/** The user whose references of a system are taken. It follows from the first one, and from keys. */
export const externalSystem = table("external_system", () => ({
  system: text("system").primaryKey(),
  userId: reference("user_id", () => user.id).notNull(),
}));

/** One row for each write that another system sent under a reference. Rows are never deleted. */
export const externalRef = table(
  "external_ref",
  () => ({
    system: text("system").notNull(),
    id: text("id").notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    /** SHA-256 of the canonical body, without the white space around its texts. */
    bodyHash: text("body_hash").notNull(),
    operationId: text("operation_id").notNull(),
    /**
     * The ordinal of its first change in the operation. In rows of former versions, which have no
     * answer, also the decision that the answer is made from.
     */
    decision: text("decision").notNull(),
    userId: reference("user_id", () => user.id).notNull(),
    at: instant("at").notNull(),
    /** The answer to the line, in the same form as for an Idempotency-Key. */
    answer: blob("answer"),
  }),
  (columns) => [primaryKey({ columns: [columns.system, columns.id] })],
);
