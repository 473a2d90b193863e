import { eq, inArray, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { happenedAt } from "../database/happened-at.ts";
import { each, given, query } from "../database/query.ts";
import {
  changeLog,
  formerKeys,
  isFormer,
  materialItem,
  product,
} from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import { type Context, defineList, type Listing } from "../engine/index.ts";
import { actionLists } from "../engine/record.ts";
import { filledKeyGiven, filtersByFilledKey } from "../rules/filled-keys.ts";
import { foldGiven, possibleKeysOf } from "../values/fold-case.ts";
import { readOfItems } from "./of-items.ts";

/** The items to recall. Only the version is case-sensitive; times are in milliseconds. */
export interface MatchInput {
  readonly batchNo?: string | undefined;
  readonly productName?: string | undefined;
  readonly version?: string | undefined;
  readonly visualSerialNo?: string | undefined;
  readonly deliveryNo?: string | undefined;
  /** Received or started from this time on, and before the other one. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A value that an item had, until a change of it. */
export interface FormerIdentity {
  readonly field: IdentityField;
  readonly value: string;
  readonly until: number;
}

/** The items that match, by id, and the former values that some of them match by. */
export interface Matches {
  readonly ids: readonly number[];
  readonly formerly: ReadonlyMap<number, readonly FormerIdentity[]>;
}

type IdentityField = keyof typeof formerKeys;
const identityFields = [
  "batchNo",
  "deliveryNo",
  "visualSerialNo",
] as const satisfies IdentityField[];

// The first change of an item is its receipt or its start.
const createdAt = () => sql`(select ${happenedAt()} from change_log
  where entity = 'MaterialItem' and entity_id = ${materialItem.id} and rev_no = 1)`;

const listMatches = defineList(() => ({
  select: () =>
    query
      .select({ id: materialItem.id })
      .from(materialItem)
      .innerJoin(product, eq(product.id, materialItem.productId)),
  table: materialItem,
  filters: {
    ...filtersByFilledKey("batchNo", materialItem.batchKey),
    productName: product.nameKey,
    version: materialItem.version,
    visualSerialNo: materialItem.serialKey,
    ...filtersByFilledKey("deliveryNo", materialItem.deliveryKey),
    from: (time) => sql`${createdAt()} >= ${time}`,
    to: (time) => sql`${createdAt()} < ${time}`,
  },
}));

/** Lists the changes before which an item had a key. The condition repeats that of the index. */
const listFormer = (field: IdentityField) =>
  defineList(() => ({
    select: () => query.select({ id: changeLog.seq, itemId: changeLog.entityId }).from(changeLog),
    table: changeLog,
    key: changeLog.seq,
    filters: filtersByFilledKey("key", sql.raw(`${isFormer(field)} and ${formerKeys[field]}`)),
  }));
const formerLists = {
  batchNo: listFormer("batchNo"),
  deliveryNo: listFormer("deliveryNo"),
  visualSerialNo: listFormer("visualSerialNo"),
};

/** The value of a field before the last change that took a given key away, and when that was. */
type Former = Pick<FormerIdentity, "value" | "until">;

/** `now` if the field was not asked for or has a given key; else its former value, or null. */
const matchOf = (field: IdentityField, column: SQLiteColumn) =>
  sql<"now" | Former | null>`iif(
  ${given(field)} is null or ${column} in ${each(field)}, 'now', (
    select json_object('value', before ->> ${sql.raw(`'$.${field}'`)}, 'until', ${happenedAt()})
    from change_log indexed by change_log_renamed
    where entity = 'MaterialItem' and action in ${sql.raw(actionLists.renaming)}
    and entity_id = ${materialItem.id} and ${sql.raw(formerKeys[field])} in ${each(field)}
    order by seq desc limit 1))`.mapWith((text: string) =>
    text === "now" ? text : (JSON.parse(text) as Former),
  );

const unlessGiven = (name: string) => sql`${given(name)} is null`;

/** Reads which of these items match, by what they are or were. */
const formerMatches = statement(() =>
  query
    .select({
      id: materialItem.id,
      batchNo: matchOf("batchNo", materialItem.batchKey),
      deliveryNo: matchOf("deliveryNo", materialItem.deliveryKey),
      visualSerialNo: matchOf("visualSerialNo", materialItem.serialKey),
    })
    .from(materialItem)
    .innerJoin(product, eq(product.id, materialItem.productId))
    .where(sql`${inArray(materialItem.id, each("ids"))}
      and (${unlessGiven("productName")} or ${product.nameKey} = ${given("productName")})
      and (${unlessGiven("version")} or ${materialItem.version} = ${given("version")})
      and (${unlessGiven("from")} or ${createdAt()} >= ${given("from")})
      and (${unlessGiven("to")} or ${createdAt()} < ${given("to")})`),
);

/** Finds the items that match as they are now, and those that match as they were. */
export async function findMatches(context: Context, input: MatchInput): Promise<Matches> {
  const { batchNo, productName, visualSerialNo, deliveryNo, ...exact } = input;
  // The present comes first: an item that is renamed in between is found by one of the two.
  const present = await listMatches(context, {
    ...exact,
    ...filledKeyGiven("batchNo", batchNo),
    productName: foldGiven(productName),
    visualSerialNo: foldGiven(visualSerialNo),
    ...filledKeyGiven("deliveryNo", deliveryNo),
  });
  const ids = (await rowsOf(present)).map(({ id }) => id);
  const formerly = await findFormer(context, input, new Set(ids));
  return { ids: [...ids, ...formerly.keys()], formerly };
}

async function findFormer(
  context: Context,
  input: MatchInput,
  known: ReadonlySet<number>,
): Promise<Matches["formerly"]> {
  const asked = identityFields.filter((field) => input[field] !== undefined);
  const changes = await Promise.all(
    asked.map(async (field) =>
      rowsOf(await formerLists[field](context, filledKeyGiven("key", input[field]))),
    ),
  );
  const candidates = new Set(changes.flatMap((rows) => rows.map(({ itemId }) => itemId)));
  const others = [...candidates.difference(known)];
  if (others.length === 0) return new Map();
  const keysOf = (text?: string) =>
    text === undefined ? null : JSON.stringify(possibleKeysOf(text));
  const values = {
    batchNo: keysOf(input.batchNo),
    deliveryNo: keysOf(input.deliveryNo),
    visualSerialNo: keysOf(input.visualSerialNo),
    productName: foldGiven(input.productName) ?? null,
    version: input.version ?? null,
    from: input.from ?? null,
    to: input.to ?? null,
  };
  const found = await readOfItems(context, others, (ids) => formerMatches({ ...values, ids }));
  const matching = found.filter((row) => asked.every((field) => row[field] !== null));
  return new Map(
    matching.map((row) => [row.id, asked.flatMap((field) => formerOf(field, row[field]))]),
  );
}

const formerOf = (field: IdentityField, match: "now" | Former | null): FormerIdentity[] =>
  match === null || match === "now" ? [] : [{ field, ...match }];

async function rowsOf<Row>({ first, rest }: Listing<Row>): Promise<readonly Row[]> {
  const rows = [...first];
  for await (const some of rest ?? []) for (const row of some) rows.push(row);
  return rows;
}
