import { inArray, sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { materialItem } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";

/** Reads which items have these folded serials (a JSON array). */
export const holdersOfSerials = statement(() =>
  query
    .select({ id: materialItem.id, serialKey: sql<string>`${materialItem.serialKey}` })
    .from(materialItem)
    .where(inArray(materialItem.serialKey, each("serials"))),
);
