import { sql } from "drizzle-orm";
import { materialItem } from "../database/schema/index.ts";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";

/** Reads the largest id of an item. Items are never deleted, so the next id follows it. */
export const lastItem = statement(() =>
  query
    .select({ id: sql<number>`coalesce(max(${materialItem.id}), 0)`.mapWith(Number) })
    .from(materialItem),
);
