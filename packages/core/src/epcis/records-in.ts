import { scale } from "../values/decimal.ts";
import { isOfBatch } from "./batch-holds.ts";
import { isCorrection, removalsIn, type TracedChange } from "./traced-change.ts";

const parentsIn = ({ parentSeq, detail }: TracedChange): number[] =>
  parentSeq === null ? [] : [Number(detail!["parentId"])];

/** The lot that a part was split off, or the item that another one was merged into. */
const otherLotIn = ({ detail }: TracedChange): number[] =>
  [detail?.["fromId"], detail?.["intoId"]].filter((id) => typeof id === "number");

/** The items that the events of a change name. */
export const itemsIn = (change: TracedChange): number[] => [
  ...(isOfBatch(change) ? [] : [change.entityId]),
  ...parentsIn(change),
  ...otherLotIn(change),
];

/** The parents whose completeness matters: those with a single thing built in, or a correction. */
export const assembledIn = (change: TracedChange): number[] =>
  isCorrection(change) || Number(change.detail?.["qty"]) === scale ? parentsIn(change) : [];

/** Whether a change voids an item, and the item of such a change. */
export const isVoiding = ({ action }: TracedChange) => action === "voided";
export const voidedIn = ({ entityId }: TracedChange) => entityId;

/** The builds that a change takes back. */
export const removedBuildsIn = (change: TracedChange): number[] =>
  removalsIn(change).map(({ buildId }) => buildId);
