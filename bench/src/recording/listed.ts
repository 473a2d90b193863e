import { fileExecutor } from "@asbuilt/core/database";
import { appOn, requester } from "../plant/requester.ts";
import { openNative } from "../plain/statements.ts";
import { listening, type Recorded } from "./listening.ts";

/** The address of a list of the first items that a filter selects. */
export const listPath = "/api/MaterialItem/List?limit=100";

/** Lists the items of each filter, and returns the one statement of each that reads them. */
export async function recordLists(
  path: string,
  bodies: readonly object[],
): Promise<readonly Recorded[]> {
  const database = openNative(path);
  let heard: Recorded[] = [];
  const listened = listening(database, (statement, run) => {
    heard.push(statement);
    return run();
  });
  const send = requester(appOn(fileExecutor(listened, setImmediate)));
  const found: Recorded[] = [];
  for (const body of bodies) {
    heard = [];
    await send("POST", listPath, body);
    const read = heard.findLast(({ sql }) => / order by .* limit \?$/s.test(sql));
    if (!read) throw new Error(`No statement lists the items of ${JSON.stringify(body)}.`);
    found.push(read);
  }
  database.close();
  return found;
}
