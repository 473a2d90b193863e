import { expect } from "vitest";
import type { Answer, Plant } from "../plants/plant.ts";

/** Counts of everything that a write leaves behind. A refusal must leave none of it. */
const traces = `select
  (select count(*) from change_log) as changes,
  (select count(*) from material_item) as items,
  (select count(*) from adjustment) as adjustments,
  (select count(*) from build) as builds,
  (select count(*) from build_move) as moves,
  (select count(*) from lot_transfer) as transfers,
  (select coalesce(sum(removed_qty), 0) from build) as removed,
  (select count(*) from signature) as signatures,
  (select count(*) from keyed_answer) as keys,
  (select count(*) from external_ref) as refs,
  (select count(*) from external_system) as systems`;

/**
 * Expects a request to be refused with that status and code, at those fields (JSON pointers), and
 * to change nothing. Returns the problem document.
 */
export async function expectRefused(
  plant: Plant,
  send: () => Promise<Answer>,
  [status, code, ...pointers]: readonly [status: number, code: string, ...pointers: string[]],
): Promise<Answer["body"]> {
  const before = await plant.sql(traces);
  const answer = await send();
  expect([answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([status, code]);
  if (pointers.length > 0) {
    const told = answer.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(told.toSorted()).toEqual(pointers.toSorted());
  }
  expect(await plant.sql(traces)).toEqual(before);
  return answer.body;
}
