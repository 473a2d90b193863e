import { deepStrictEqual } from "node:assert/strict";
import { inject } from "vitest";
import type { Plant } from "../plants/plant.ts";
import { type Answer, answerOf, requestOf, type Requests, requestsBy } from "../plants/requests.ts";

/**
 * Returns ways to call a plant that also send every request to a plant on a libSQL file, and expect
 * the same responses from both. If the plant is on a file, it is returned as it is.
 */
export function twinOf(plant: Plant): Requests {
  const address = inject("fileService");
  if (address === undefined) return plant;
  const twin = crypto.randomUUID();
  return requestsBy(async (method, path, body, options = {}) => {
    const all = { key: plant.keys.admin, ...options };
    const clock = String(plant.now ?? Date.now());
    const headers = {
      ...all.headers,
      "X-Plant": twin,
      "X-Plant-Clock": clock,
      "X-Plant-Time-Zone": plant.timeZone ?? null,
    };
    const request = requestOf(`${address}${path}`, method, body, { ...all, headers });
    const [answer, other] = await Promise.all([
      plant.request(method, path, body, options),
      fetch(request).then(answerOf),
    ]);
    const what = `${method} ${path} ${JSON.stringify(body)} on ${plant.database.runtime} and a file`;
    deepStrictEqual(comparable(answer), comparable(other), what);
    return answer;
  });
}

/** A response without the parts that differ between any two requests. */
const comparable = ({ status, body }: Answer) => ({
  status,
  body: JSON.stringify(body, (name, value: unknown) =>
    name === "operationID" || name === "requestId" ? null : value,
  ),
});
