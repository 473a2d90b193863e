import { operations } from "@asbuilt/contract";
import { spellingsOf } from "@asbuilt/http";

/** The name of all requests that are no operation: of the console, of monitors, of unknown paths. */
export const otherRequests = "other";

/**
 * Returns a function that names the operation of a request by its method and target. No other text
 * of a request becomes a name: a client could make any number of them.
 */
export function operationNames(): (method: string, target: string) => string {
  const names = new Map<string, string>();
  for (const { method, path, operationId } of operations) {
    // A parameter is the last segment of its path.
    for (const spelling of spellingsOf(path)) {
      names.set(`${method.toUpperCase()} ${spelling.replace(/\{\w+\}$/, "")}`, operationId);
    }
  }
  return (method, target) => {
    const query = target.indexOf("?");
    const path = query < 0 ? target : target.slice(0, query);
    const name = `${method === "HEAD" ? "GET" : method} `;
    return (
      names.get(name + path) ??
      names.get(name + path.slice(0, path.lastIndexOf("/") + 1)) ??
      otherRequests
    );
  };
}
