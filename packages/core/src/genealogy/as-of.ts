import { type SQL, sql } from "drizzle-orm";
import { happenedAt } from "../database/happened-at.ts";
import { given } from "../database/query.ts";

/**
 * A state of the record: up to a place in the log, of what had happened by the time `at`, as far as
 * it was recorded by the time `knownAt`. Without a time it is the present.
 */
export interface AsOf {
  readonly seq: number;
  readonly at?: number | undefined;
  readonly knownAt?: number | undefined;
}

/** The times of a state that a request names, in milliseconds since 1970. */
export type Times = Pick<AsOf, "at" | "knownAt">;

/** Whether a request is about the present: it looks up no time in the log. */
export const isPresent = ({ at, knownAt }: Times): boolean =>
  at === undefined && knownAt === undefined;

/** Returns the values of the placeholders of a state. */
export const valuesOfState = ({ seq, at, knownAt }: AsOf) => ({
  seq,
  at: at ?? null,
  knownAt: knownAt ?? null,
});

/** The condition that a row of the log, `logged`, belongs to the state by its times. */
const isInTime = () => sql`(${given("at")} is null
    or ${happenedAt("logged")} <= ${given("at")})
  and (${given("knownAt")} is null or logged.at <= ${given("knownAt")})`;

/** The condition that a change belongs to the state. Of the present, no time is looked up. */
export const isInState = (seq: SQL): SQL => sql`${seq} <= ${given("seq")}
  and ((${given("at")} is null and ${given("knownAt")} is null) or exists (
    select 1 from change_log as logged where logged.seq = ${seq} and ${isInTime()}))`;

/** Some rows of the log, all of one item: an index to find them by, and their condition. */
export interface ItemRows {
  readonly index: string;
  readonly condition: SQL;
}

/** Names of fields as a list of SQL. */
export const sqlNames = (names: readonly string[]): SQL =>
  sql.raw(`(${names.map((name) => `'${name}'`).join()})`);

/**
 * Selects fields of an item as they were in a state, as one JSON object. The last change that
 * belongs to the state has the value. If none does, the first change has it as the value before. A
 * field that never changed is left out: its present value holds.
 */
export const fieldsInState = <Then>(names: readonly string[], rows: ItemRows): SQL<Then> => {
  const changes = (
    fields: string,
  ) => sql`from change_log as logged indexed by ${sql.raw(rows.index)}
    join json_each(${sql.raw(`logged.${fields}`)}) as field
    where ${rows.condition} and field.key in ${sqlNames(names)}`;
  return sql<Then>`(select json_group_object(name, value) from (
    select name, value, max(rank) from (
      select field.key as name, field.value as value, logged.rev_no as rank
      ${changes("after")} and logged.seq <= ${given("seq")} and ${isInTime()}
      union all
      select field.key, field.value, -logged.rev_no ${changes("before")})
    group by name))`.mapWith((text: string) => JSON.parse(text) as Then);
};
