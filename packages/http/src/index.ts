export { createApp } from "./app.ts";
export * as configured from "./configured.ts";
export type { AppOptions, LogEntry } from "./environment.ts";
export { callTimeoutMs, type SendResult, type Outgoing, type Send } from "./webhooks/call.ts";
export { deliverDue, type DeliveryOptions } from "./webhooks/deliver.ts";
export { addressGuard, type Targets, whyNotUrl } from "./webhooks/targets.ts";
export { overloadGuard } from "./admission/overload.ts";
export { canonicalSpelling } from "./body/known-keys.ts";
export { type Limits, type RateLimit, windowLimit } from "./admission/rate-limit.ts";
