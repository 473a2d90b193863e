import type { Answer } from "@asbuilt/client";

export type Change = Answer<"historyList">[number];

/** A field that a change set. `undefined` is no value. */
export interface Difference {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The fields that every change sets, and no person looks for. */
const bookkeeping = new Set(["id", "revNo", "lastEditDT", "lastEditUserID"]);

/** Returns the fields that differ before and after a change. */
export function differencesOf({ before, after }: Pick<Change, "before" | "after">): Difference[] {
  const names = Object.keys(after ?? before ?? {}).filter((name) => !bookkeeping.has(name));
  return names.flatMap((name) => {
    const [old, now] = [textOf(before?.[name]), textOf(after?.[name])];
    return old === now ? [] : [{ name, before: old, after: now }];
  });
}

const textOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
};
