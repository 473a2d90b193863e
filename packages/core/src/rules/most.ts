import { refusalAt } from "../refusal.ts";

/** The most parts that one record has: as many as the contract lets one request send back. */
const most = { versions: 200, candidates: 1000, properties: 500 };

/**
 * Refuses (`too_many`) parts beyond what a request can send back, whose array stands at this place
 * in the body. What a record has already, it keeps.
 */
export function requireAtMost(
  part: keyof typeof most,
  before: number,
  after: number,
  pointer: string,
): void {
  if (after <= Math.max(before, most[part])) return;
  const detail = `There would be ${after} ${part}, and a record has ${most[part]} at most.`;
  throw refusalAt("too_many", pointer, detail);
}
