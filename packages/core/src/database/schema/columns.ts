import { type AnySQLiteColumn, integer, text } from "drizzle-orm/sqlite-core";

/** Every record has an id that is never used again, and a revision that begins with 1. */
export const recordColumns = () => ({
  id: integer("id").primaryKey({ autoIncrement: true }),
  revNo: integer("rev_no").notNull(),
});

export const flag = (name: string) => integer(name, { mode: "boolean" });

/** A quantity or cost: an integer of millionths. */
export const quantity = (name: string) => integer(name);

/** A time: integer milliseconds since 1970 in UTC. */
export const instant = (name: string) => integer(name);

/** A reference to another record, which can't be deleted while it is referred to. */
export const reference = (name: string, to: () => AnySQLiteColumn) =>
  integer(name).references(to, { onDelete: "restrict", onUpdate: "restrict" });

/** The folded form of another column, for lookups and uniqueness regardless of case. */
export const foldedKey = (name: string) => text(name);
