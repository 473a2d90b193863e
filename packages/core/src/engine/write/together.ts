import { insertAll, logAll, runsOf, runsByShape, updateAll, updatePartsAll } from "./runs.ts";
import { Update } from "../changes.ts";
import type { Bound } from "../../database/bound.ts";
import type { Written } from "../changes.ts";
import { writeChange } from "./statements.ts";
import type { Step } from "./log-row.ts";

/**
 * Returns the statements of several decisions' changes. Their number does not grow with the number
 * of decisions. New records come first, then the log in order, then the last state of each record,
 * then parts. So no change may free a unique value that a new record of the same write uses.
 */
export function writeTogether(steps: readonly Step[]): Bound[] {
  const of = <Kind extends Written["kind"]>(kind: Kind) =>
    steps.filter(
      (step): step is Step<Extract<Written, { kind: Kind }>> => step.change.kind === kind,
    );
  if (of("remove").length > 0) throw new Error("A deletion must be written alone.");
  return [
    ...runsOf(of("create")).map(insertAll),
    ...logsOf(steps.filter(({ change }) => "note" in change)),
    ...runsByShape(mergedUpdates(of("update"))).map(updateAll),
    ...runsOf(groupedByTable(of("insertPart"))).map(insertAll),
    ...runsByShape(mergedUpdates(of("updatePart"))).map(updatePartsAll),
    ...of("removePart").flatMap(writeChange),
  ];
}

/** The most rows of the log in one statement: their JSON must fit the 2 MB of a D1 parameter. */
const logRowsMax = 500;

function logsOf(logged: readonly Step[]): Bound[] {
  const isNew = ({ change }: Step) => change.kind === "create";
  const logs = [];
  for (let start = 0; start < logged.length; start += logRowsMax) {
    const end = start + logRowsMax;
    logs.push(logAll(logged.slice(start, end), logged.slice(end).filter(isNew).length));
  }
  return logs;
}

/** Groups new parts by table, in order, so that their ids follow the log. */
const groupedByTable = (steps: readonly Step<Extract<Written, { kind: "insertPart" }>>[]) =>
  [...Map.groupBy(steps, ({ change }) => change.part).values()].flat();

type AnyUpdate = Extract<Written, { kind: "update" | "updatePart" }>;

/** Merges the updates of each record or part into one, with the last revision and all fields. */
function mergedUpdates(steps: readonly Step<AnyUpdate>[]): Step<AnyUpdate>[] {
  const outcomes = new Map<string, Step<AnyUpdate>>();
  for (const step of steps) {
    const { change } = step;
    const target = targetOf(change);
    const before = outcomes.get(target);
    outcomes.set(target, before ? { ...step, change: mergedUpdate(before.change, change) } : step);
  }
  return [...outcomes.values()];
}

const targetOf = (change: AnyUpdate) =>
  change.kind === "update"
    ? `${change.entity} ${change.record.id}`
    : JSON.stringify([change.part, change.where]);

function mergedUpdate({ patch: before }: AnyUpdate, change: AnyUpdate): AnyUpdate {
  const patch = { ...before, ...change.patch };
  if (change.kind === "updatePart") return { ...change, patch };
  return new Update(change.entity, change.record, patch, change.note);
}
