export { findLastPlace, listChangesAfter, readChangesAfter } from "./feed.ts";
export { type LoggedChange, toLoggedChange } from "./change.ts";
export {
  hiddenFrom,
  type HistoryFilter,
  type HistoryRow,
  listHistory,
  listItemHistory,
} from "./list.ts";
