import type { Answer } from "../plants/requests.ts";
import { builtBefore, type Order, type Scene, stock } from "./orders.ts";

export type Sql = (text: string, ...params: unknown[]) => Promise<Record<string, unknown>[]>;

/** What became of one request of a caller, however often it was sent. */
export interface Delivery {
  readonly order: Order;
  readonly state: "done" | "refused" | "unknown";
  readonly answer: Answer;
  /** Of each time that it was sent. */
  readonly requestIds: readonly string[];
  /** The same for whoever reads of a violation. */
  readonly story: string;
}

/**
 * Throws where the database does not hold what the callers were told: what is done is there once,
 * what was refused is not, and what is not known is there once at most.
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
    if (!isRight) throw new Error(`What is ${state} is there ${times} times.\n${story}`);
    return times === 1;
  });
  await expectQuantities(sql, scene, effective);
  await expectReceipts(sql, deliveries, effective);
  await expectRevisions(sql, scene, effective);
}

/** How many operations each request has committed. */
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

/** Counts apart from the log: what the answers say must be what is in stock. */
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
    throw new Error(`Of ${serial} ${String(row?.actual)} are there, not ${expected}.\n${stories}`);
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
    if (rows.length !== expected) throw new Error(`It is received ${rows.length} times.\n${story}`);
    if (state === "done" && rows[0]?.id !== answer.body.id) {
      throw new Error(`It was answered the id ${answer.body.id}, not ${String(rows[0]?.id)}.`);
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
