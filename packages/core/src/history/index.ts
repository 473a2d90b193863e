export { findLastPlace, listChangesAfter, readChangesAfter } from "./feed.ts";
export { type ChangeRow, type LoggedChange, toLoggedChange } from "./change.ts";
export {
  administrative,
  hiddenFrom,
  type HistoryFilter,
  listHistory,
  listItemHistory,
} from "./list.ts";
