import type { Logged } from "../../database/executor.ts";
import type { Step } from "../write/log-row.ts";
import type { RecordedLine, RecordedRefusal } from "./lines.ts";

// The ids and places in the log that the database is yet to give have stand-ins in a recorded answer.
// No number of an answer is a fraction, and stand-ins sort as ids do: after those that exist, in the
// order of the log.
const idsFrom = 2_000_000_000_000_000.5;
const placesFrom = 3_000_000_000_000_000.5;

/** The rows that a decision's changes will log, with stand-ins for what the database will give. */
export const expectedLog = (steps: readonly Step[]): Logged[] =>
  steps.flatMap(({ change, by: { operationId, at }, ordinal }) => {
    if (!("entity" in change)) return [];
    const id = change.kind === "create" ? change.givenId : change.record.id;
    return { operationId, at, seq: placesFrom + ordinal, id: id ?? idsFrom + ordinal };
  });

/** A line as it is recorded: its answer with stand-ins, or its refusal. */
export type LineToRecord =
  | { readonly answer: unknown; readonly isReplay?: true | undefined }
  | { readonly refused: RecordedRefusal };

/** The text of recorded lines. */
export const textOfLines = (lines: readonly LineToRecord[]): string => JSON.stringify(lines);

/** The lines of a text, with what the database gave to the rows that their operation logged. */
export function linesOfText(text: string, logged: readonly Logged[]): RecordedLine[] {
  const given = (_: string, value: unknown) => {
    if (typeof value !== "number" || value < idsFrom || Number.isInteger(value)) return value;
    return value < placesFrom ? logged[value - idsFrom]!.id : logged[value - placesFrom]!.seq;
  };
  // The text is one that textOfLines has made.
  return (JSON.parse(text, given) as LineToRecord[]).map((line) =>
    "refused" in line ? line : { answer: line.answer, isReplay: line.isReplay ?? false },
  );
}
