import { type Change, remove, type RowsOf, storedRow, verb } from "../engine/index.ts";
import { requireUnused } from "../rules/in-use.ts";
import { type Bom, bomsById, countUses, requireBom, usesOfVersions } from "./bom.ts";

export interface DeleteBomInput {
  readonly id: number;
  /** The revision that was read; without it, the BoM is deleted as it is. */
  readonly revNo?: number | undefined;
}

function load(inputs: readonly DeleteBomInput[]) {
  const ids = JSON.stringify(inputs.map(({ id }) => id));
  return { boms: bomsById({ ids }), uses: usesOfVersions({ ids, isCounted: true }) };
}

interface Decision {
  readonly asserts: readonly [];
  readonly bom: Bom;
}

/** Decides a deletion. Refuses `not_found`, `stale_revision` and `in_use`. */
function decide(
  { boms, uses }: RowsOf<ReturnType<typeof load>>,
  { id, revNo }: DeleteBomInput,
): Decision {
  const bom = requireBom(boms, id, revNo);
  requireUnused(`BoM ${bom.name} of ${bom.parentProductName}`, countUses(uses, id));
  return { asserts: [], bom };
}

const write = ({ bom }: Decision): Change[] => [
  ...bom.versions.map((version) => remove("BomVersion", version, { action: "deleted" })),
  remove("Bom", storedRow("Bom", bom), { action: "deleted" }),
];

const answer = ({ bom }: Decision): Bom => bom;

/** Deletes a BoM with its versions, and returns it as it was. Source: design 6. */
export const deleteBom = verb({
  conflicts: {
    of: ["Bom/Delete"],
    claims: { Bom: "", BomVersion: "its versions" },
  },
  load,
  decide,
  write,
  answer,
});
