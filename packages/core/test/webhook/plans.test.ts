import { expect, test } from "vitest";
import type { Bound } from "../../src/database/bound.ts";
import type { Executor } from "../../src/database/executor.ts";
import { listDeadLetters } from "../../src/webhook/dead-letters.ts";
import {
  enqueue,
  leaseWebhooks,
  listAnew,
  readTurn,
  settleDeliveries,
} from "../../src/webhook/deliveries.ts";
import { databaseWith } from "../database/empty.ts";
import { queryPlanOf } from "../database/plan.ts";

const { database, context } = databaseWith(`
  insert into user (id, rev_no, name, name_key, is_active) values (1, 1, 'U', 'u', 1);
  insert into webhook (id, rev_no, url, is_active, created_at) values (1, 1, 'u', 1, 0);
  insert into webhook_progress (webhook_id, seq, lease_owner, lease_until) values (1, 0, 'o', 1)`);

/** How SQLite finds the deliveries that a statement reads. */
const planOf = (bound: Bound) =>
  queryPlanOf(database, bound).filter((detail) => /delivery|due|earlier|TEMP/.test(detail));

/** The plan of the first statement by which deliveries are written. */
async function planOfWrite(ask: (owner: { executor: Executor; owner: string }) => unknown) {
  const asked: Bound[] = [];
  const run: Executor["run"] = async (command) => {
    const { write, outcomes } = command.plan([], true);
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
    "SEARCH webhook_delivery USING COVERING INDEX webhook_delivery_state (webhook_id=? AND state=?)",
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

/** The plans of all that is read. */
async function planOfReads(ask: (asking: typeof context) => unknown) {
  const asked: Bound[] = [];
  const read: Executor["read"] = (statements) => {
    asked.push(...statements);
    return context.executor.read(statements);
  };
  await ask({ ...context, executor: { ...context.executor, read } });
  return asked.flatMap(planOf);
}

const due = "SEARCH due USING INDEX webhook_delivery_due (webhook_id=? AND next_at<?)";
const earlier =
  "SEARCH earlier USING COVERING INDEX webhook_delivery_subject (webhook_id=? AND subject=? AND state=? AND seq<?)";
const ofState =
  "SEARCH webhook_delivery USING COVERING INDEX webhook_delivery_state (webhook_id=? AND state=?)";

test.for<[what: string, ask: Parameters<typeof planOfReads>[0], ...plan: string[]]>([
  [
    "which webhooks have work",
    ({ executor }) => leaseWebhooks({ executor, owner: "o" }, 0),
    due,
    earlier,
    ofState,
    ofState,
  ],
  [
    "what is due",
    ({ executor }) => readTurn({ executor, owner: "o" }, 1, 1, 0),
    ofState,
    ofState,
    due,
    earlier,
  ],
  [
    "the dead letters of a webhook, how many there are, and the last error",
    (asking) => listDeadLetters(asking, { id: 1 }, {}),
    ofState,
    ofState,
    "SEARCH webhook_delivery USING INDEX webhook_delivery_failed (webhook_id=?)",
    "SEARCH webhook_delivery USING INDEX webhook_delivery_state (webhook_id=? AND state=? AND seq>?)",
  ],
])("%s is found by index, in its order", async ([, ask, ...plan]) => {
  expect(await planOfReads(ask)).toEqual(plan);
});
