export { createApp } from "./app.ts";
export type { AppOptions, LogEntry } from "./environment.ts";
export { foldedSpelling } from "./body/key-plan.ts";
export { type Limits, type RateLimit, windowLimit } from "./rate-limit.ts";
