export { createApp } from "./app.ts";
export type { AppOptions, LogEntry } from "./environment.ts";
export { foldedSpelling } from "./body/key-plan.ts";
