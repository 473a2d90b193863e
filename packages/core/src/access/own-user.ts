import { desc, eq, or } from "drizzle-orm";
import { user } from "../database/schema/index.ts";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";

/**
 * The user that the service makes for itself, by its SUID; or else by its name, which no other may
 * have then: users may have been loaded before it is needed.
 */
export const ownUser = ({ suidKey, nameKey }: { suidKey: string; nameKey: string }) =>
  statement(() =>
    query
      .select({ id: user.id })
      .from(user)
      .where(or(eq(user.suidKey, suidKey), eq(user.nameKey, nameKey)))
      .orderBy(desc(eq(user.suidKey, suidKey)))
      .limit(1),
  );
