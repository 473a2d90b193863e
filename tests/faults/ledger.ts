import type { Answer } from "../plants/requests.ts";
import { builtBefore, type Order, type Scene, stock } from "./orders.ts";

export type Sql = (text: string, ...params: unknown[]) => Promise<Record<string, unknown>[]>;

/** The outcome of one request of a caller, however often it was sent. */
export interface Delivery {
  readonly order: Order;
  readonly state: "done" | "refused" | "unknown";
  readonly answer: Answer;
  /** One id for each time that it was sent. */
  readonly requestIds: readonly string[];
  /** The outcome as text, for the reader of a violation. */
  readonly story: string;
}

/**
 * Throws if the database differs from what the callers were answered: a done request is there once,
 * a refused one is not, and one of unknown outcome is there at most once.
 */
export async function expectLedger(
  sql: Sql,
  scene: Scene,
  deliveries: readonly Delivery[],
): Promise<void> {
  const operations = await operationsOf(sql, deliveries);
  const effective = deliveries.filter((delivery) => {
    const { state, requestIds, story } = delivery;
    const times = requestIds.reduce((sum, id) => sum + (operations.get(id) ?? 0), 0);
    const isRight = state === "unknown" ? times <= 1 : times === (state === "done" ? 1 : 0);
    if (!isRight)
      throw new Error(`A request that is ${state} was committed ${times} times.\n${story}`);
    return times === 1;
  });
  await expectQuantities(sql, scene, effective);
  await expectReceipts(sql, deliveries, effective);
  await expectRevisions(sql, scene, effective);
}

/** Counts the operations that each request has committed. */
async function operationsOf(
  sql: Sql,
  deliveries: readonly Delivery[],
): Promise<Map<string, number>> {
  const ids = deliveries.flatMap(({ requestIds }) => requestIds);
  const rows = await sql(
    `select request_id, count(distinct operation_id) as operations from change_log
    where request_id in (select value from json_each(?)) group by request_id`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [String(row.request_id), Number(row.operations)]));
}

/** Compares the stock with the answers' changes, without the log. */
async function expectQuantities(
  sql: Sql,
  { children }: Scene,
  effective: readonly Delivery[],
): Promise<void> {
  for (const { visualSerialNo: serial } of children) {
    const changes = effective.flatMap(({ order: { moves } }) =>
      moves?.serial === serial ? [moves.by] : [],
    );
    const expected = stock - builtBefore + changes.reduce((sum, by) => sum + by, 0);
    const [row] = await sql(
      "select actual_qty / 1000000 as actual from material_item where visual_serial_no = ?",
      serial,
    );
    if (row?.actual === expected) continue;
    const stories = effective.map(({ story }) => story).join("\n");
    throw new Error(
      `${serial} has a quantity of ${String(row?.actual)}, not ${expected}.\n${stories}`,
    );
  }
}

async function expectReceipts(
  sql: Sql,
  deliveries: readonly Delivery[],
  effective: readonly Delivery[],
): Promise<void> {
  for (const delivery of deliveries) {
    const { order, state, answer, story } = delivery;
    if (!order.receives) continue;
    const rows = await sql(
      "select id from material_item where visual_serial_no = ?",
      order.receives,
    );
    const expected = effective.includes(delivery) ? 1 : 0;
    if (rows.length !== expected)
      throw new Error(`It was received ${rows.length} times.\n${story}`);
    if (state === "done" && rows[0]?.id !== answer.body.id) {
      throw new Error(`The answer had the id ${answer.body.id}, not ${String(rows[0]?.id)}.`);
    }
  }
}

async function expectRevisions(
  sql: Sql,
  { product }: Scene,
  effective: readonly Delivery[],
): Promise<void> {
  const [row] = await sql(
    "select count(*) as count from change_log where entity = 'Product' and entity_id = ?",
    product.ID,
  );
  const expected = 1 + effective.filter(({ order }) => order.changesProduct).length;
  if (row?.count === expected) return;
  throw new Error(`${product.Name} has ${String(row?.count)} revisions, not ${expected}.`);
}
