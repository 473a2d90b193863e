import type { Answer } from "@asbuilt/client";

export type Change = Answer<"historyList">[number];

/** A field that a change set. `undefined` is no value. */
export interface Difference {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields that every change sets, and no person looks for. */
const bookkeeping = new Set(["id", "revNo", "lastEditDT", "lastEditUserID"]);

/** Fields that hold the id of a record, and the field that has its name. */
const namedBy: Readonly<Record<string, string>> = { caseDataID: "name" };

/**
 * Returns the fields that differ before and after a change. An id is left out if another field of
 * the change has the name of its record.
 */
export function differencesOf({ before, after }: Pick<Change, "before" | "after">): Difference[] {
  const names = Object.keys(after ?? before ?? {}).filter((name) => !bookkeeping.has(name));
  const differences = names.flatMap((name) => {
    const [old, now] = [before?.[name] ?? undefined, after?.[name] ?? undefined];
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ name, before: old, after: now }];
  });
  const differing = new Set(differences.map(({ name }) => name));
  return differences.filter(({ name }) => !differing.has(namedBy[name] ?? ""));
}

/** The fields that people call a record by. */
const nameFields = ["visualSerialNo", "orderNo", "Name", "name"];

/** Returns the name of a change's record, if the change itself has it. */
export function nameIn({ before, after }: Pick<Change, "before" | "after">): string | undefined {
  const values = nameFields.flatMap((field) => [after?.[field], before?.[field]]);
  return values.find((value): value is string => typeof value === "string" && value !== "");
}
