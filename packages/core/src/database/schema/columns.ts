import { type AnySQLiteColumn, integer, text } from "drizzle-orm/sqlite-core";

/** Every record has an id that is never used twice and a revision, 1 when it is created. */
export const recordColumns = () => ({
  id: integer("id").primaryKey({ autoIncrement: true }),
  revNo: integer("rev_no").notNull(),
});

export const flag = (name: string) => integer(name, { mode: "boolean" });

/** A quantity or cost: an integer of millionths. */
export const quantity = (name: string) => integer(name);

/** A time: integer milliseconds since 1970 in UTC. */
export const instant = (name: string) => integer(name);

/** A reference that refuses the deletion of what it names. */
export const reference = (name: string, to: () => AnySQLiteColumn) =>
  integer(name).references(to, { onDelete: "restrict", onUpdate: "restrict" });

/** The folded form of another column, by which it is found and kept unique without case. */
export const foldedKey = (name: string) => text(name);
