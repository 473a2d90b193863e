import { deepStrictEqual } from "node:assert/strict";
import { inject } from "vitest";
import type { Plant } from "../plants/plant.ts";
import { type Answer, answerOf, requestOf, type Requests, requestsBy } from "../plants/requests.ts";

/**
 * Ways to talk to a plant that send everything also to one on a libSQL file, and expect both to
 * answer the same. On a file it is the plant itself.
 */
export function twinOf(plant: Plant): Requests {
  const address = inject("fileService");
  if (address === undefined) return plant;
  const twin = crypto.randomUUID();
  return requestsBy(async (method, path, body, options = {}) => {
    const all = { key: plant.keys.admin, ...options };
    const clock = String(plant.now ?? Date.now());
    const headers = { ...all.headers, "X-Plant": twin, "X-Plant-Clock": clock };
    const request = requestOf(`${address}${path}`, method, body, { ...all, headers });
    const [answer, other] = await Promise.all([
      plant.request(method, path, body, options),
      fetch(request).then(answerOf),
    ]);
    const what = `${method} ${path} ${JSON.stringify(body)} on ${plant.database.runtime} and a file`;
    deepStrictEqual(told(answer), told(other), what);
    return answer;
  });
}

/** An answer without what no two requests have alike. */
const told = ({ status, body }: Answer) => ({
  status,
  body: JSON.stringify(body, (name, value: unknown) =>
    name === "operationID" || name === "requestId" ? null : value,
  ),
});
