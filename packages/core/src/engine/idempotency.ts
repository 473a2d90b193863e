import { inArray, type SQL, sql } from "drizzle-orm";
import type { Attribution } from "./changes.ts";
import type { Context } from "./context.ts";
import type { Logged, Results } from "../database/executor.ts";
import { changeLog, idempotencyKey } from "../database/schema/index.ts";
import { type Bound, each, query, statement } from "../database/statement.ts";
import { Refusal } from "../refusal.ts";

/** What was recorded of a request: with the ids that its log holds, its answer again. */
export interface Recorded {
  readonly decisions: readonly unknown[];
  readonly logged: readonly Logged[];
}

/** The same for the same key of the same user on the same path; undefined without a key. */
export function nameOfKey({ idempotency, principal }: Context): string | undefined {
  if (!idempotency) return undefined;
  const { method, path, key } = idempotency;
  return JSON.stringify([principal.userId, method, path, key]);
}

const isOneOf = sql`(${idempotencyKey.userId}, ${idempotencyKey.method}, ${idempotencyKey.path},
  ${idempotencyKey.key}) in (
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3
  from json_each(${sql.placeholder("keys")}))`;

const recordedKeys = statement(() =>
  query
    .select({
      userId: idempotencyKey.userId,
      method: idempotencyKey.method,
      path: idempotencyKey.path,
      key: idempotencyKey.key,
      bodyHash: idempotencyKey.bodyHash,
      operationId: idempotencyKey.operationId,
      decision: idempotencyKey.decision,
    })
    .from(idempotencyKey)
    .where(isOneOf),
);

/** What operations logged, each in order. */
const logOf = (operations: SQL) =>
  query
    .select({
      operationId: changeLog.operationId,
      seq: changeLog.seq,
      id: changeLog.entityId,
    })
    .from(changeLog)
    .where(inArray(changeLog.operationId, operations))
    .orderBy(changeLog.operationId, changeLog.ordinal);

const recordedLogs = statement(() =>
  logOf(sql`(select ${idempotencyKey.operationId} from ${idempotencyKey} where ${isOneOf})`),
);

/** What each of these operations (a JSON array of ids) logged, in order. */
export const operationLogs = statement(() => logOf(each("operations")));

/** The statements that look up whether requests were answered before; none without a key. */
export function recordsOf(contexts: readonly Context[]): readonly Bound[] {
  const names = contexts.flatMap((context) => nameOfKey(context) ?? []);
  if (names.length === 0) return [];
  const keys = `[${names.join(",")}]`;
  return [recordedKeys({ keys }), recordedLogs({ keys })];
}

/**
 * Finds what was recorded of a request, in the rows of recordsOf. Refuses (`idempotency_conflict`)
 * one whose key was used for another body.
 */
export function findRecorded([keys = [], logs = []]: Results): (
  context: Context,
) => Recorded | undefined {
  const { row } = recordedKeys({ keys: "[]" });
  const found = new Map(
    keys.map(row).map((recorded) => {
      const { userId, method, path, key } = recorded;
      return [JSON.stringify([userId, method, path, key]), recorded];
    }),
  );
  const logged = Map.groupBy(logs.map(operationLogs({ operations: "[]" }).row), operationOf);
  return (context) => {
    const recorded = found.get(nameOfKey(context) ?? "");
    if (!recorded) return undefined;
    if (recorded.bodyHash !== context.idempotency?.bodyHash) {
      throw new Refusal(
        "idempotency_conflict",
        "This Idempotency-Key was used for a request with another body.",
      );
    }
    return {
      decisions: JSON.parse(recorded.decision) as unknown[],
      logged: logged.get(recorded.operationId) ?? [],
    };
  };
}

export const operationOf = ({ operationId }: { readonly operationId: string }) => operationId;

/** The statements that record the decisions of those requests that have a key. */
export function recordDecisions(
  decided: readonly {
    readonly context: Context;
    readonly operationId: string;
    readonly decisions: readonly unknown[];
    readonly by: Pick<Attribution, "at">;
  }[],
): Bound[] {
  const rows = decided.flatMap(({ context, operationId, decisions, by }) => {
    const { idempotency, principal } = context;
    if (!idempotency) return [];
    const { method, path, key, bodyHash } = idempotency;
    const decision = JSON.stringify(decisions);
    return [[principal.userId, method, path, key, bodyHash, operationId, decision, by.at]];
  });
  if (rows.length === 0) return [];
  return [{ sql: recordSql, params: [JSON.stringify(rows)], row: (raw) => raw }];
}

const recordSql = `insert into idempotency_key
  (user_id, method, path, key, body_hash, operation_id, decision, at)
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
    value ->> 6, value ->> 7
  from json_each(?)`;
