import type { BomVersion } from "../bom/bom.ts";
import { type Context, readChecked } from "../engine/index.ts";
import { rowsByName, statementsOf } from "../engine/record.ts";
import { compareSlots, type SlotDifference } from "./compare.rules.ts";
import {
  type BomAddress,
  loadVersions,
  requireBomNamed,
  requireVersion,
  slotsOf,
  type VersionNumber,
} from "./facts.ts";

/** The versions to compare. Without an earlier one, every slot of the later one was added. */
export interface CompareVersionsInput extends BomAddress {
  readonly from?: VersionNumber | undefined;
  readonly to: VersionNumber;
}

/** The slots that differ between two versions of a BoM. */
export interface BomComparison {
  /** Null if the request has none. */
  readonly from: BomVersion | null;
  readonly to: BomVersion;
  readonly slots: readonly SlotDifference[];
}

/** Compares the slots of two versions of a BoM, in one round trip. Refuses `not_found`. */
export async function compareBomVersions(
  context: Context,
  input: CompareVersionsInput,
): Promise<BomComparison> {
  const queries = loadVersions([input], [...(input.from ? [input.from] : []), input.to]);
  const facts = rowsByName(queries, await readChecked(context, statementsOf(queries)));
  const { bom } = requireBomNamed(facts, input);
  const from = input.from ? requireVersion(bom, input.from, "/from") : null;
  const to = requireVersion(bom, input.to, "/to");
  const before = from ? slotsOf(facts.slots, from) : [];
  return { from, to, slots: compareSlots(before, slotsOf(facts.slots, to)) };
}
