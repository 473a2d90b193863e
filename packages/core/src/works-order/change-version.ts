import { type Change, claim, insertPart, own, update, updatePart, verb } from "../engine/index.ts";
import { loadChangeVersion, type UnitToMove } from "./change-version.facts.ts";
import {
  type ChangedUnit,
  type ChangeVersionDecision,
  decideChangeVersion,
} from "./change-version.rules.ts";
import type { Order } from "./order.ts";

/** A works order, with the units that went to another BoM version. */
export interface OrderOfVersion {
  readonly order: Order;
  readonly version: ChangeVersionDecision["version"];
  readonly units: readonly ChangedUnit[];
}

function write(decision: ChangeVersionDecision): Change[] {
  const { before, order, version, units, unitsBefore, comment } = decision;
  const note = { action: "versionChanged" as const, comment };
  const { bomVersionId, firstVersionId } = order;
  const ofOrder =
    before === order ? [] : [update("WorksOrder", before, { bomVersionId, firstVersionId }, note)];
  if (ofOrder.length + units.length === 0) return [];
  return [
    ...ofOrder,
    claim("BomVersion", version, { action: "unitsJoined", detail: { orderNo: order.orderNo } }),
    ...units.map((unit, index) => ofUnit(decision, unitsBefore[index]!, unit)),
  ];
}

/** The change of a unit, with the moves of what is built into it. */
function ofUnit(
  { version, at, userId, comment }: ChangeVersionDecision,
  before: UnitToMove,
  { fromVersionId, builds }: ChangedUnit,
): Change {
  const patch = { ownVersionId: version.id, lastEditAt: at, lastEditUserId: userId };
  return update("MaterialItem", before, patch, {
    action: "versionChanged",
    comment,
    detail: { fromVersionId, toVersionId: version.id, builds: builds.length },
    parts: builds.flatMap(({ buildId, from, to }) => {
      const { bomSlotId, candidateId } = to;
      return [
        insertPart("buildMove", {
          seq: own.seq,
          buildId,
          fromSlotId: from.bomSlotId,
          fromCandidateId: from.candidateId,
          bomSlotId,
          candidateId,
        }),
        updatePart("build", { id: buildId }, { bomSlotId, candidateId }),
      ];
    }),
  });
}

const answer = ({ order, version, units }: ChangeVersionDecision): OrderOfVersion => ({
  order,
  version,
  units,
});

/**
 * Gives a started works order another version of its BoM, with its units that are not finished, or
 * only some of them. Their contents go to the slots of the new version that take them.
 */
export const changeVersion = verb({
  conflicts: {
    of: ["WorksOrder/ChangeVersion"],
    claims: {
      WorksOrder: "without items",
      BomVersion: "the new one",
      MaterialItem: "the units that go to it",
    },
    asserts: { WorksOrder: "with items", Bom: "" },
  },
  load: loadChangeVersion,
  decide: decideChangeVersion,
  write,
  answer,
  present: answer,
});
