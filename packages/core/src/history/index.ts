export { type LoggedChange, toLoggedChange } from "./change.ts";
export {
  type HistoryFilter,
  type HistoryRow,
  type ItemKey,
  listHistory,
  listItemHistory,
} from "./list.ts";
