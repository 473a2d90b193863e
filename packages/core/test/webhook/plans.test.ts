import { expect, test } from "vitest";
import type { Bound } from "../../src/database/bound.ts";
import type { Executor } from "../../src/database/executor.ts";
import { listDeadLetters } from "../../src/webhook/dead-letters.ts";
import { readDue } from "../../src/webhook/due.ts";
import { leaseWebhooks } from "../../src/webhook/lease.ts";
import { recordOutcomes } from "../../src/webhook/outcomes.ts";
import { enqueue, listRequeued } from "../../src/webhook/queue.ts";
import { databaseWith } from "../database/empty.ts";
import { queryPlanOf } from "../database/plan.ts";

const { database, context } = databaseWith(`
  insert into user (id, rev_no, name, name_key, is_active) values (1, 1, 'U', 'u', 1);
  insert into webhook (id, rev_no, url, is_active, created_at) values (1, 1, 'u', 1, 0);
  insert into webhook_progress (webhook_id, seq, lease_owner, lease_until) values (1, 0, 'o', 1)`);

/** Returns the steps of SQLite's query plan that find deliveries. */
const planOf = (bound: Bound) =>
  queryPlanOf(database, bound).filter((detail) => /delivery|due|earlier|TEMP/.test(detail));

/** Returns the query plan of the first statement that writes deliveries. */
async function planOfWrite(deliver: (owner: { executor: Executor; owner: string }) => unknown) {
  const sent: Bound[] = [];
  const run: Executor["run"] = async (command) => {
    const { write, outcomes } = command.plan([], true);
    sent.push(...write);
    const [outcome] = outcomes([]);
    return (outcome as { answer: never }).answer;
  };
  // The writes use nothing else of an executor.
  await deliver({ executor: { run } as Executor, owner: "o" });
  return planOf(sent[0]!);
}

const leased = { id: 1, seq: 0 } as Parameters<typeof enqueue>[1];
const failure = { seq: 1, subject: "s", attempts: 1, error: "e", nextAt: 5 };

test.for<[what: string, run: Parameters<typeof planOfWrite>[0], ...plan: string[]]>([
  [
    "listed",
    (owner) => enqueue(owner, leased, [{ seq: 1, subject: "s" }], 1, 0),
    "SEARCH earlier USING COVERING INDEX webhook_delivery_subject (webhook_id=? AND subject=? AND state=?)",
  ],
  [
    "requeued",
    (owner) => listRequeued(owner, 1, 0),
    "SEARCH webhook_delivery USING COVERING INDEX sqlite_autoindex_webhook_delivery_1 (webhook_id=? AND seq=?)",
    "SEARCH webhook_delivery USING COVERING INDEX webhook_delivery_state (webhook_id=? AND state=?)",
    "SEARCH earlier USING COVERING INDEX webhook_delivery_subject (webhook_id=? AND subject=? AND state=? AND seq<?)",
  ],
  [
    "recorded as an outcome",
    (owner) => recordOutcomes(owner, 1, [failure], 0),
    "SEARCH webhook_delivery USING INDEX sqlite_autoindex_webhook_delivery_1 (webhook_id=? AND seq=?)",
  ],
])(
  "a delivery that is %s is found by index, with any number of others",
  async ([, run, ...plan]) => {
    expect(await planOfWrite(run)).toEqual(plan);
  },
);

/** Returns the query plans of all reads. */
async function planOfReads(read: (reader: typeof context) => unknown) {
  const sent: Bound[] = [];
  const readAndKeep: Executor["read"] = (statements) => {
    sent.push(...statements);
    return context.executor.read(statements);
  };
  await read({ ...context, executor: { ...context.executor, read: readAndKeep } });
  return sent.flatMap(planOf);
}

const due = "SEARCH due USING INDEX webhook_delivery_due (webhook_id=? AND next_at<?)";
const earlier =
  "SEARCH earlier USING COVERING INDEX webhook_delivery_subject (webhook_id=? AND subject=? AND state=? AND seq<?)";
const ofState =
  "SEARCH webhook_delivery USING COVERING INDEX webhook_delivery_state (webhook_id=? AND state=?)";

test.for<[what: string, run: Parameters<typeof planOfReads>[0], ...plan: string[]]>([
  [
    "webhooks with work",
    ({ executor }) => leaseWebhooks({ executor, owner: "o" }, 0),
    due,
    earlier,
    ofState,
    ofState,
  ],
  [
    "due events",
    ({ executor }) => readDue({ executor, owner: "o" }, 1, 1, 0),
    ofState,
    ofState,
    due,
    earlier,
  ],
  [
    "dead letters, their number and the last error",
    (reader) => listDeadLetters(reader, { id: 1 }, {}),
    ofState,
    ofState,
    "SEARCH webhook_delivery USING INDEX webhook_delivery_failed (webhook_id=?)",
    "SEARCH webhook_delivery USING INDEX webhook_delivery_state (webhook_id=? AND state=? AND seq>?)",
  ],
])("%s are found by index, in their order", async ([, run, ...plan]) => {
  expect(await planOfReads(run)).toEqual(plan);
});
