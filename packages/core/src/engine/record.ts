// The face of the engine for readers of the record itself: history, genealogy, audit, EPCIS and the
// references of other systems.
export {
  actionLists,
  type HistoricalField,
  itemActionsWhere,
  tracedActionsWhere,
} from "./actions.ts";
export { rowsByName, statementsOf } from "./command.ts";
export { derivedColumns } from "./entities.ts";
export { newestChange } from "./read/checked.ts";
export { idsOfRow, operationOfRequest, ownRequest } from "./ids.ts";
export { fullPart, type LoggedPart, partsInFull, withTime } from "./write/brief.ts";
export type { RecordedLine } from "./repeats/lines.ts";
export { linesOf, refRecords } from "./repeats/tables.ts";
export { isLoggedPending } from "./write/log-row.ts";
