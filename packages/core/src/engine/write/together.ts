import { insertAll, logAll, runsOf, runsOfAlike, updateAll, updatePartsAll } from "./runs.ts";
import { Update } from "../changes.ts";
import type { Bound } from "../../database/bound.ts";
import type { Written } from "../changes.ts";
import { writeChange } from "./statements.ts";
import type { Step } from "./steps.ts";

/**
 * The statements of several decisions' changes: their number does not grow with that of the
 * decisions. New records come first, then the log of all in order, then what a record has become
 * after all of them, then parts. Nothing that is changed so may make room for something new.
 */
export function writeTogether(steps: readonly Step[]): Bound[] {
  const of = <Kind extends Written["kind"]>(kind: Kind) =>
    steps.filter(
      (step): step is Step<Extract<Written, { kind: Kind }>> => step.change.kind === kind,
    );
  if (of("remove").length > 0) throw new Error("What deletes records is written alone.");
  return [
    ...runsOf(of("create")).map(insertAll),
    ...logsOf(steps.filter(({ change }) => "note" in change)),
    ...runsOfAlike(outcomesOf(of("update"))).map(updateAll),
    ...runsOf(byTable(of("insertPart"))).map(insertAll),
    ...runsOfAlike(outcomesOf(of("updatePart"))).map(updatePartsAll),
    ...of("removePart").flatMap(writeChange),
  ];
}

/** Rows of the log in one statement: their JSON has to fit the 2 MB of a parameter on D1. */
const longestLog = 500;

function logsOf(logged: readonly Step[]): Bound[] {
  const isNew = ({ change }: Step) => change.kind === "create";
  const logs = [];
  for (let start = 0; start < logged.length; start += longestLog) {
    const end = start + longestLog;
    logs.push(logAll(logged.slice(start, end), logged.slice(end).filter(isNew).length));
  }
  return logs;
}

/** Those of a table next to each other, in their order: so their ids follow the log. */
const byTable = (steps: readonly Step<Extract<Written, { kind: "insertPart" }>>[]) =>
  [...Map.groupBy(steps, ({ change }) => change.part).values()].flat();

type AnyUpdate = Extract<Written, { kind: "update" | "updatePart" }>;

/** One update for each record or part: to its last revision, with everything set on the way. */
function outcomesOf(steps: readonly Step<AnyUpdate>[]): Step<AnyUpdate>[] {
  const outcomes = new Map<string, Step<AnyUpdate>>();
  for (const step of steps) {
    const { change } = step;
    const target = targetOf(change);
    const before = outcomes.get(target);
    outcomes.set(target, before ? { ...step, change: merged(before.change, change) } : step);
  }
  return [...outcomes.values()];
}

const targetOf = (change: AnyUpdate) =>
  change.kind === "update"
    ? `${change.entity} ${change.record.id}`
    : JSON.stringify([change.part, change.where]);

function merged({ patch: before }: AnyUpdate, change: AnyUpdate): AnyUpdate {
  const patch = { ...before, ...change.patch };
  if (change.kind === "updatePart") return { ...change, patch };
  return new Update(change.entity, change.record, patch, change.note);
}
