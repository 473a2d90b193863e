import { inArray } from "drizzle-orm";
import { location } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { refusalAt } from "../refusal.ts";

/** Reads the locations with these folded SUIDs (a JSON array). */
export const locationsBySuid = statement(() =>
  query
    .select({
      id: location.id,
      revNo: location.revNo,
      suid: location.suid,
      isActive: location.isActive,
    })
    .from(location)
    .where(inArray(location.suidKey, each("suids"))),
);
export type Location = ReturnType<ReturnType<typeof locationsBySuid>["row"]>;

/**
 * Finds the location with exactly this SUID; refuses (`not_found`) if there is none. The pointer is
 * the place of the SUID in the body.
 */
export function requireLocation(
  locations: readonly Location[],
  suid: string,
  pointer = "/location",
): Location {
  const found = locations.find((one) => one.suid === suid);
  if (!found) throw refusalAt("not_found", pointer, `No location has the SUID ${suid}.`);
  return found;
}
