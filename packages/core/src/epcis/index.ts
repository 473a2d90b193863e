export type {
  Amount,
  BizStep,
  Disposition,
  EventKey,
  NamedRecord,
  Thing,
  TracedEvent,
} from "./event.ts";
export { listTracedEvents, type TracedFilter } from "./list.ts";
export { isInstance } from "./project.ts";
