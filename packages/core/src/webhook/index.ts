export { deactivateWebhook } from "./deactivate.ts";
export { type DeadLetter, listDeadLetters } from "./dead-letters.ts";
export { deleteWebhook } from "./delete.ts";
export {
  type Due,
  enqueue,
  type LeasedWebhook,
  leaseWebhooks,
  listAnew,
  listedAtOnce,
  readTurn,
  releaseWebhook,
  type Settled,
  settleDeliveries,
} from "./deliveries.ts";
export { listWebhooks } from "./list.ts";
export { replayWebhook } from "./replay.ts";
export { testWebhook } from "./test.ts";
export { upsertWebhook } from "./upsert.ts";
export type { Webhook } from "./webhook.ts";
