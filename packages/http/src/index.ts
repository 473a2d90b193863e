export { createApp } from "./app.ts";
export type { AppOptions, LogEntry } from "./environment.ts";
