// The face of the engine: slices import nothing else of it, and readers of the record `record.ts`.
export { actions, type BizStep, type EntityName, type ItemAction } from "./actions.ts";
export {
  type Change,
  claim,
  create,
  type Creation,
  type Fields,
  insertPart,
  isIdle,
  type Note,
  own,
  type PartChange,
  type Pending,
  remove,
  removePart,
  update,
  updatePart,
} from "./changes.ts";
export {
  type Command,
  type Conflicts,
  type Queries,
  rowsByName,
  type RowsOf,
  statementsOf,
} from "./command.ts";
export {
  type Attribution,
  type BodyHashes,
  callerOf,
  type Context,
  type ExternalRef,
  idleAtSql,
  type Idempotency,
  type KeyBounds,
  type Principal,
  service,
} from "./context.ts";
export type { LineOutcome } from "./decide/work.ts";
export { entities, type PartName, parts, owners, type Revision, type Row } from "./entities.ts";
export {
  type Batch,
  batchVerb,
  type BatchVerb,
  execute,
  executeBatch,
  verb,
  type Verb,
} from "./execute.ts";
export { newRequestId, operationIdsOf } from "./ids.ts";
export { readChecked, readRows } from "./read/checked.ts";
export { readInParts, rowsOfNextRead } from "./read/chunks.ts";
export { defineList, type Filter, type Listing, noSuchCursor, type Page } from "./read/list.ts";
export type { Count, GroupedCount } from "./read/groups.ts";
export { defineSearch, type SearchCursor, type SearchPage } from "./read/search.ts";
export { leading, likePattern, testing, unlessLeading } from "./read/search-filter.ts";
export { type Absence, type Assertion, type Reliance, relyOn } from "./reliance.ts";
export {
  builtInRoles,
  isBuiltIn,
  isGranted,
  type Need,
  RightsChanged,
  rightsOf,
  rightsSql,
  stampSql,
} from "./rights.ts";
export { isRecorded } from "./repeats/is-recorded.ts";
export { shortHash, textOfKey } from "./repeats/names.ts";
export { sweepKeys } from "./repeats/sweep.ts";
export { differences, type Stored, storedFields, storedRow } from "./write/stored.ts";
