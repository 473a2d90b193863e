export type { EventKey, NamedRecord, Observed, Thing, TracedEvent } from "./event.ts";
export { listTracedEvents, type TracedFilter } from "./list.ts";
export { isInstance } from "./project.ts";
