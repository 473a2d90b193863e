import { type Bom, type BomVersion, byNumber, formatVersion, isSameNumber } from "../bom/bom.ts";
import type { Slot } from "../bom-slot/slot.ts";
import type { BomStatus } from "../database/schema/index.ts";
import type { Logged } from "../database/executor.ts";
import {
  type Assertion,
  type Change,
  claim,
  create,
  insertPart,
  own,
  relyOn,
  type RowsOf,
  storedFields,
  verb,
} from "../engine/index.ts";
import { requirePartsWithinMax } from "../rules/limits.ts";
import { refusalAt } from "../refusal.ts";
import {
  type BomAddress,
  loadVersions,
  requireBomNamed,
  requireVersion,
  slotsOf,
  type VersionNumber,
} from "./facts.ts";

/** The version to copy, and the number of its copy. */
export interface CopyVersionInput extends BomAddress {
  readonly from: VersionNumber;
  readonly to: VersionNumber;
  /** The status of the copy; a draft by default. */
  readonly status?: BomStatus | undefined;
}

const load = (inputs: readonly CopyVersionInput[]) =>
  loadVersions(
    inputs,
    inputs.map(({ from }) => from),
  );

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly bom: Bom;
  readonly copy: Pick<BomVersion, "major" | "minor" | "status">;
  readonly sourceId: number;
  readonly slots: readonly Slot[];
}

/** Decides a copy. Refuses `not_found`, `duplicate` and `too_many`. */
function decide(facts: RowsOf<ReturnType<typeof load>>, input: CopyVersionInput): Decision {
  const { parent, bom } = requireBomNamed(facts, input);
  const source = requireVersion(bom, input.from, "/from");
  if (bom.versions.some((version) => isSameNumber(version, input.to))) {
    const detail = `The BoM ${bom.name} of ${parent.name} already has a version ${formatVersion(input.to)}.`;
    throw refusalAt("duplicate", "/to", detail);
  }
  requirePartsWithinMax("versions", bom.versions.length, bom.versions.length + 1, "/to");
  return {
    // Each write of a slot, a candidate or a property claims its version.
    asserts: [relyOn("Product", parent), relyOn("BomVersion", source)],
    bom,
    copy: { major: input.to.major, minor: input.to.minor, status: input.status ?? "Draft" },
    sourceId: source.id,
    slots: slotsOf(facts.slots, source),
  };
}

function write({ bom, copy, sourceId, slots }: Decision): Change[] {
  const version = create(
    "BomVersion",
    { ...copy, bomId: bom.id },
    { action: "copied", detail: { bomVersionId: sourceId } },
  );
  const copies = slots.map((slot) =>
    create(
      "BomSlot",
      { ...storedFields("BomSlot", slot), bomVersionId: version.id },
      {
        action: "created",
        parts: slot.properties.map(({ propertyDefinitionId, value }) =>
          insertPart("slotProperty", { bomSlotId: own.id, propertyDefinitionId, value }),
        ),
      },
    ),
  );
  // The candidates come last: creations in the same table are written as one.
  const candidates = slots.flatMap((slot, index) =>
    slot.candidates.map((candidate) =>
      create(
        "SlotCandidate",
        { ...storedFields("SlotCandidate", candidate), bomSlotId: copies[index]!.id },
        { action: "created" },
      ),
    ),
  );
  return [claim("Bom", bom, { action: "updated" }), version, ...copies, ...candidates];
}

function answer({ bom, copy }: Decision, [ofBom, ofVersion]: readonly Logged[]): Bom {
  const version: BomVersion = { ...copy, id: ofVersion!.id, revNo: 1, bomId: ofBom!.id };
  return {
    ...bom,
    revNo: bom.revNo + 1,
    versions: [...bom.versions, version].toSorted(byNumber),
  };
}

/** Creates a version of a BoM with the slots, candidates and properties of another version. */
export const copyBomVersion = verb({
  conflicts: {
    of: ["Bom/CopyVersion"],
    claims: {
      Bom: "",
      BomVersion: "the copy",
      BomSlot: "those of the copy",
      SlotCandidate: "those of the copy",
    },
    asserts: { Product: "the parent product", BomVersion: "the version that is copied" },
  },
  load,
  decide,
  write,
  answer,
});
