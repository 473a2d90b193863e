import { inArray, type SQL, sql } from "drizzle-orm";
import { readFitting } from "../database/fitting-rows.ts";
import { each, given } from "../database/query.ts";
import { changeLog } from "../database/schema/index.ts";
import { type RowOf, statement } from "../database/statement.ts";
import { type Context, type ItemAction, readRows } from "../engine/index.ts";
import { actionLists } from "../engine/record.ts";
import { type AsOf, isInState, sqlNames, valuesOfState } from "../genealogy/as-of.ts";
import { type ChangeRow, selectChangesWith } from "../history/change.ts";
import { parseRowText, rowText } from "../seal/logged-row.ts";
import { chunksOf } from "../values/lazily.ts";
import { longUuid } from "../values/short-uuid.ts";

/** A lot can be built into any number of units: only what went into these units is reported. */
const ofOtherUnits = ["built", "removed"] as const satisfies readonly ItemAction[];

const rowsOf = (entity: string, ids: SQL) =>
  sql`change_log as own where own.entity = ${sql.raw(`'${entity}'`)} and own.entity_id in ${ids}`;

/** The holds that batches of the items have or had. */
const holdsOfBatches = () => sql`(select made.entity_id from change_log as made
  where made.entity = 'BatchHold' and made.action = 'created'
  and (made.after ->> '$.productId', made.after ->> '$.batchKey') in (
    select product_id, batch_key from material_item
    where id in ${each("items")} and batch_key is not null))`;

/** The case data and the attachments. D1 takes few terms in one union: these have their own. */
const recordsOf = () => sql`
  select 'CaseData' as entity, id from case_data where material_item_id in ${each("items")}
  union all
  select 'Attachment', id from attachment
    where entity = 'MaterialItem' and entity_id in ${each("items")}
  union all
  select 'Attachment', id from attachment
    where entity = 'WorksOrder' and entity_id in ${each("orders")}`;

/** The signatures of the items, the holds of their batches, their orders and their designs. */
const signaturesOfSubjects = () => sql`(
  select id from signature where entity = 'MaterialItem' and entity_id in ${each("items")}
  union select id from signature where entity = 'BatchHold' and entity_id in ${holdsOfBatches()}
  union select id from signature where entity = 'WorksOrder' and entity_id in ${each("orders")}
  union select id from signature where entity = 'BomVersion' and entity_id in ${each("versions")})`;

// The child's side of a Build or Remove is right after the parent's.
const seqsOfSubjects = () => sql`
  select own.seq from ${rowsOf("MaterialItem", each("items"))}
    and +own.action not in ${sqlNames(ofOtherUnits)}
  union
  select own.seq + 1 from ${rowsOf("MaterialItem", each("items"))}
    and +own.action in ${sql.raw(actionLists.ofParent)}
  union
  select own.seq from (${recordsOf()}) as of_them
    cross join change_log as own on own.entity = of_them.entity and own.entity_id = of_them.id
  union
  select own.seq from ${rowsOf("BatchHold", holdsOfBatches())}
  union
  select own.seq from ${rowsOf("WorksOrder", each("orders"))} and +own.action <> 'itemJoined'`;

// D1 takes at most 5 selects in a union.
const seqs = () => sql`select seq from (${seqsOfSubjects()})
  union select own.seq from ${rowsOf("Signature", signaturesOfSubjects())}`;

const selectRecorded = () =>
  selectChangesWith({ text: sql<string>`${sql.raw(rowText("change_log"))}` });

/** The changes of items and works orders in a state: a limited number after one of them. */
export const changesInState = statement(() =>
  selectRecorded()
    .where(
      sql`${inArray(changeLog.seq, sql`(${seqs()})`)} and ${changeLog.seq} > ${given("after")}
        and ${isInState(sql`${changeLog.seq}`)}`,
    )
    .orderBy(changeLog.seq)
    .limit(sql.placeholder("rows")),
);

/** A change with its row of the log as the text that seals cover. */
export type RecordedChange = RowOf<ReturnType<typeof selectRecorded>>;

/**
 * Reads a change from the text that a seal covers, without the names that other records give it. The
 * ids are those of the records that its operation created, by ordinal. Throws an error if it is none.
 */
export function changeOfText(
  text: string,
  idsOf: (operationId: string) => Readonly<Record<string, number>>,
): ChangeRow {
  const row = parseRowText(text) as Readonly<Record<string, never>>;
  return {
    id: row["seq"]!,
    operationId: row["operation_id"]!,
    ordinal: row["ordinal"]!,
    at: row["at"]!,
    userId: row["user_id"]!,
    user: null,
    userNow: null,
    keyId: row["key_id"]!,
    station: null,
    requestId: row["request_id"]!,
    entity: row["entity"]!,
    entityId: row["entity_id"]!,
    revNo: row["rev_no"]!,
    action: row["action"]!,
    before: row["before"]!,
    after: row["after"]!,
    rare: {
      comment: row["comment"]!,
      deliveryNo: row["delivery_no"]!,
      occurredAt: row["occurred_at"]!,
      reasonSuid: null,
      externalSystem: row["external_system"]!,
      externalId: row["external_id"]!,
      traceparent: row["traceparent"]!,
    },
    created: idsOf(longUuid(row["operation_id"]!)),
  };
}

/** The items of one read, and the rows of one round trip. */
const itemsAtOnce = 500;
const rowsMax = 2_000;

interface Subjects {
  readonly items: readonly number[];
  readonly orders: readonly number[];
  /** The BoM versions that the units were built by. */
  readonly versions: readonly number[];
}

/**
 * Reads the changes of items and works orders in one state, in the order of the log. Of what is
 * built into an item, it includes both sides; of an item, no Build or Remove elsewhere.
 */
export async function changesOf(
  context: Context,
  { items, orders, versions }: Subjects,
  asOf: AsOf,
): Promise<readonly RecordedChange[]> {
  const { executor } = context;
  const { isLocal, listRows } = executor;
  const found = new Map<number, RecordedChange>();
  let others = { orders: JSON.stringify(orders), versions: JSON.stringify(versions) };
  for (const some of chunksOf(items, isLocal ? listRows : itemsAtOnce)) {
    const of = { items: JSON.stringify(some), ...others, ...valuesOfState(asOf) };
    for (let after = 0; ;) {
      const from = after;
      // oxlint-disable-next-line no-await-in-loop -- other work runs in between
      await executor.yieldToOthers();
      // oxlint-disable-next-line no-await-in-loop -- each read begins where the one before ended
      const { result, fitting } = await readFitting(isLocal ? listRows : rowsMax, (rows) =>
        readRows(context, changesInState({ ...of, after: from, rows })),
      );
      for (const change of result) found.set(change.id, change);
      if (result.length < fitting) break;
      after = result.at(-1)!.id;
    }
    others = { orders: "[]", versions: "[]" };
  }
  return [...found.values()].toSorted((one, other) => one.id - other.id);
}
