import { expect, test } from "vitest";
import type { Executor } from "../../src/database/executor.ts";
import type { Bound } from "../../src/database/statement.ts";
import { enqueue, listAnew, settleDeliveries } from "../../src/webhook/deliveries.ts";
import { emptyDatabase } from "../database/empty.ts";

const database = emptyDatabase();

/** How SQLite finds the deliveries that a statement reads. */
function planOf({ sql, params }: Bound): string[] {
  const plan = database.prepare(`explain query plan ${sql}`).all(...params) as { detail: string }[];
  return plan.map(({ detail }) => detail).filter((detail) => /delivery|earlier|TEMP/.test(detail));
}

/** The plan of the first statement by which deliveries are written. */
async function planOfWrite(ask: (owner: { executor: Executor; owner: string }) => unknown) {
  const asked: Bound[] = [];
  const run: Executor["run"] = async (command) => {
    const { write, outcomes } = command.plan([]);
    asked.push(...write);
    const [outcome] = outcomes([]);
    return (outcome as { answer: never }).answer;
  };
  // Nothing else of an executor is asked for.
  await ask({ executor: { run } as Executor, owner: "o" });
  return planOf(asked[0]!);
}

const leased = { id: 1, seq: 0 } as Parameters<typeof enqueue>[1];
const failure = { seq: 1, subject: "s", attempts: 1, error: "e", nextAt: 5 };

test.for<[what: string, ask: Parameters<typeof planOfWrite>[0], ...plan: string[]]>([
  [
    "listed",
    (owner) => enqueue(owner, leased, [{ seq: 1, subject: "s" }], 1, 0),
    "SEARCH earlier USING COVERING INDEX webhook_delivery_subject (webhook_id=? AND subject=? AND state=?)",
  ],
  [
    "listed anew",
    (owner) => listAnew(owner, 1, 0),
    "SEARCH webhook_delivery USING COVERING INDEX sqlite_autoindex_webhook_delivery_1 (webhook_id=? AND seq=?)",
    "SEARCH webhook_delivery USING INDEX sqlite_autoindex_webhook_delivery_1 (webhook_id=?)",
    "SEARCH earlier USING COVERING INDEX webhook_delivery_subject (webhook_id=? AND subject=? AND state=? AND seq<?)",
  ],
  [
    "settled",
    (owner) => settleDeliveries(owner, 1, [failure], 0),
    "SEARCH webhook_delivery USING INDEX sqlite_autoindex_webhook_delivery_1 (webhook_id=? AND seq=?)",
  ],
])("what is %s is found by index, however much is dead or waits", async ([, ask, ...plan]) => {
  expect(await planOfWrite(ask)).toEqual(plan);
});
