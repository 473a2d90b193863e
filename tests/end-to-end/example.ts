import { join } from "node:path";
import { expect } from "vitest";
import { root, start } from "./processes.ts";

/** Starts a program of examples/ against a service. */
export const startExample = (name: string, ASBUILT_URL: string, ASBUILT_KEY: string) =>
  start(process.execPath, [join(root, "examples", name)], { env: { ASBUILT_URL, ASBUILT_KEY } })
    .ended;

/** Runs a program of examples/ to its end and returns its output. */
export async function runExample(...given: Parameters<typeof startExample>) {
  const ended = await startExample(...given);
  expect(ended).toMatchObject({ stderr: "", status: 0 });
  // The names are new in each run.
  return ended.stdout.replaceAll(/(Pump|Seal|Order) [0-9a-z]+/g, "$1 *");
}

/** The output of trace.ts. */
export const traced = `In Order *-1: 1 each of Seal * lot 1
To recall: Order *-1 > Seal * lot 1, in stock
To recall: Seal * lot 1, in stock
Complete: false; missing: 1 each of Shaft seals
History: revision 1, started
History: revision 2, builtInto
Event: asbuilt.material.builtInto.v1
Event: asbuilt.material.built.v1
EPCIS: ObjectEvent
EPCIS: TransformationEvent
`;

/** The output of receive-build-remove.ts. */
export const printed = `Received 25 as Seal * lot 1
Built 2 into Order *-1
Left in the lot: 23
Removed 1; left in the lot: 24
Refused: Of Seal * lot 1, 1 each is built into Order *-1: 5 each can't be removed.
Line 0, first: 200, left 23
Line 1, first: 409, over_maximum
Line 0, again: 200, left 23
Line 1, again: 409, over_maximum
`;

/** The output of many.ts. */
export const manyPrinted = `Received 4 lots
Counted: 24 of Seal * lot 1
Counted: 24 of Seal * lot 2
Moved: 24 of Seal * lot 1
Moved: 24 of Seal * lot 2
Moved: 25 of Seal * lot 3
Moved: 25 of Seal * lot 4
Dispatched: 25 of Seal * lot 4
Dispatched: not_found
On hold: 24 of Seal * lot 1
On hold: 24 of Seal * lot 2
On hold: 25 of Seal * lot 3
Released: 24 of Seal * lot 1
Scrapped: 0 of Seal * lot 2
Scrapped: 0 of Seal * lot 3
`;
