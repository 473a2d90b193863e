import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Statement } from "../../database/statement.ts";
import type { Context } from "../context.ts";
import { readChecked, readRows } from "./checked.ts";
import type { Place } from "./chunks.ts";
import type { GroupStatements } from "./search-statements.ts";

/** A count that ends at 1,000, or after 100,000 rows: then there can be more. */
export interface Count {
  readonly count: number;
  readonly isCapped: boolean;
}

/** A column that groups the rows of a search, and the names of its values. */
export interface Grouping {
  readonly by: SQLiteColumn;
  /** The names of the records with these ids (a JSON array). */
  readonly names: Statement<{ id: number; name: string | null }>;
}

/** The most groups that a count lists: the largest ones. */
const groupsMax = 1000;

/** A group of a count, with the name of what its rows have in common. */
interface CountedGroup {
  readonly id: number | null;
  readonly name: string | null;
  readonly count: number;
}

/** A count in groups. It ends after 100,000 rows: then there can be more. */
export interface GroupedCount extends Count {
  readonly groups: readonly CountedGroup[];
}

/** The number of rows with each value of a column, and whether counting ended early. */
interface Groups {
  readonly counts: ReadonlyMap<number | null, number>;
  readonly isCapped: boolean;
}

/** Counts the rows behind a place in groups, in at most `parts` reads. */
export async function countGroups(
  context: Context,
  { groups, passed }: GroupStatements,
  values: Readonly<Record<string, unknown>>,
  start: Place,
  parts: number,
): Promise<Groups> {
  const counts = new Map<number | null, number>();
  let after = start;
  for (let part = 0; part < parts; part++) {
    const filled = { ...values, after: after.value, afterId: after.id };
    const [ofPart, end] = [groups(filled), passed(filled)];
    // oxlint-disable-next-line no-await-in-loop -- each part begins where the one before ended
    const [rows, ends] = await readChecked(context, [ofPart, end]);
    for (const row of rows!) {
      const { id, count } = ofPart.row(row);
      counts.set(id, (counts.get(id) ?? 0) + count);
    }
    const { value, id } = end.row(ends![0]!);
    if (value === null) return { counts, isCapped: false };
    after = { value, id };
    // oxlint-disable-next-line no-await-in-loop -- other work runs in between
    await context.executor.yieldToOthers();
  }
  return { counts, isCapped: true };
}

/** Returns the largest groups, with their names. */
export async function named(
  context: Context,
  names: Grouping["names"],
  { counts, isCapped }: Groups,
): Promise<GroupedCount> {
  const all = [...counts].toSorted(([id, count], [otherId, otherCount]) =>
    count === otherCount ? (id ?? 0) - (otherId ?? 0) : otherCount - count,
  );
  const shown = all.slice(0, groupsMax);
  const ids = JSON.stringify(shown.flatMap(([id]) => id ?? []));
  const found = shown.length === 0 ? [] : await readRows(context, names({ ids }));
  const nameOf = new Map(found.map(({ id, name }) => [id, name]));
  return {
    count: all.reduce((sum, [, count]) => sum + count, 0),
    isCapped: isCapped || all.length > groupsMax,
    groups: shown.map(([id, count]) => ({
      id,
      name: id === null ? null : (nameOf.get(id) ?? null),
      count,
    })),
  };
}
