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

/** Returns the fields that differ before and after a change. */
export function differencesOf({ before, after }: Pick<Change, "before" | "after">): Difference[] {
  const names = Object.keys(after ?? before ?? {}).filter((name) => !bookkeeping.has(name));
  return names.flatMap((name) => {
    const [old, now] = [before?.[name] ?? undefined, after?.[name] ?? undefined];
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ name, before: old, after: now }];
  });
}
