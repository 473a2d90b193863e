import { expect, test } from "vitest";
import type { Bound } from "../../src/database/bound.ts";
import { readWebhookBacklog } from "../../src/webhook/backlog.ts";
import { databaseWith } from "../database/empty.ts";
import { queryPlanOf } from "../database/plan.ts";

const log = [100, 200, 300, 400]
  .map(
    (at, index) => `insert into change_log
      (seq, operation_id, ordinal, at, entity, entity_id, rev_no, action)
      values (${index + 1}, 'o${at}', 0, ${at}, 'Product', ${at}, 1, 'created');`,
  )
  .join("\n");

/** Inserts a webhook that has read the log up to a row. */
const webhook = (id: number, isActive: 0 | 1, seq: number) => `
  insert into webhook (id, rev_no, url, is_active, created_at) values (${id}, 1, 'u', ${isActive}, 0);
  insert into webhook_progress (webhook_id, seq, lease_owner, lease_until)
    values (${id}, ${seq}, '', 0);`;
const delivery = (id: number, seq: number, state: string, listedAt: number) => `
  insert into webhook_delivery (webhook_id, seq, subject, state, attempts, listed_at, next_at)
    values (${id}, ${seq}, 's', '${state}', 0, ${listedAt}, 0);`;

const none = { pending: 0, dead: 0, dueSince: undefined };

test.for([
  ["no webhooks", "", none],
  ["a webhook that has delivered everything", webhook(1, 1, 4), none],
  ["a webhook that has not read the last rows", webhook(1, 1, 2), { ...none, dueSince: 300 }],
  [
    "a webhook with undelivered events",
    webhook(1, 1, 4) + delivery(1, 1, "pending", 150) + delivery(1, 2, "waiting", 250),
    { pending: 2, dead: 0, dueSince: 150 },
  ],
  [
    "an event that is delivered again",
    webhook(1, 1, 4) + delivery(1, 1, "anew", 900),
    { pending: 1, dead: 0, dueSince: 900 },
  ],
  [
    "dead letters",
    webhook(1, 1, 4) + delivery(1, 1, "dead", 1) + delivery(1, 2, "dead", 1),
    { ...none, dead: 2 },
  ],
  [
    "several webhooks, one of them inactive",
    webhook(1, 1, 4) +
      webhook(2, 1, 4) +
      webhook(3, 0, 0) +
      delivery(1, 3, "pending", 350) +
      delivery(2, 2, "pending", 250) +
      delivery(3, 1, "pending", 1),
    { pending: 2, dead: 0, dueSince: 250 },
  ],
] as const)("of %s, the backlog is what an operator has to know", async ([, rows, backlog]) => {
  const { context } = databaseWith(log + rows);
  expect(await readWebhookBacklog(context.executor)).toEqual(backlog);
});

test("the backlog is found by index, with any number of dead letters", async () => {
  const { database } = databaseWith("");
  const sent: Bound[] = [];
  const read = (statements: readonly Bound[]) => {
    sent.push(...statements);
    return Promise.resolve([[[0, 0, null]]]);
  };
  await readWebhookBacklog({ read });
  const steps = queryPlanOf(database, sent[0]!).filter((step) =>
    /webhook_delivery|change_log/.test(step),
  );
  expect(new Set(steps)).toEqual(
    new Set([
      "SEARCH webhook_delivery USING COVERING INDEX webhook_delivery_state (webhook_id=? AND state=?)",
      "SEARCH webhook_delivery USING INDEX webhook_delivery_state (webhook_id=? AND state=?)",
      "SEARCH change_log USING INTEGER PRIMARY KEY (rowid>?)",
    ]),
  );
});
