import type { Logged } from "../database/executor.ts";
import { type Change, create, differences, storedFields, update } from "../engine/index.ts";
import { countingVerb } from "../rules/in-use.ts";
import { type Bom, byNumber } from "./bom.ts";
import { loadBomUpsert } from "./upsert.facts.ts";
import { decideBomUpsert, type BomUpsertDecision } from "./upsert.rules.ts";

function write({ before, after, versions }: BomUpsertDecision): Change[] {
  const written = before
    ? update("Bom", before, differences("Bom", before, after), { action: "updated" })
    : create("Bom", storedFields("Bom", after), { action: "created" });
  const bomId = before?.id ?? written.id;
  return [
    written,
    ...versions.map(({ before: was, after: is, detail }) =>
      was
        ? update("BomVersion", was, differences("BomVersion", was, is), {
            action: "updated",
            detail,
          })
        : create("BomVersion", { ...storedFields("BomVersion", is), bomId }, { action: "created" }),
    ),
  ];
}

function answer(
  { before, after, versions }: BomUpsertDecision,
  [ofBom, ...ofVersions]: readonly Logged[],
): Bom {
  const { id } = ofBom!;
  const written = versions.map(({ before: was, after: is }, index) => ({
    ...is,
    id: ofVersions[index]!.id,
    revNo: (was?.revNo ?? 0) + 1,
    bomId: id,
  }));
  const kept = (before?.versions ?? []).filter(
    (version) => !written.some((other) => other.id === version.id),
  );
  const revNo = (before?.revNo ?? 0) + 1;
  return { ...after, id, revNo, versions: [...kept, ...written].toSorted(byNumber) };
}

/** Creates or updates a BoM, and merges its versions. Source: design 6. */
export const upsertBom = countingVerb({
  conflicts: {
    of: ["Bom/Upsert"],
    claims: { Bom: "", BomVersion: "those that change" },
    asserts: { Product: "the parent product", SignatureRule: "when a version is released" },
    absences: {
      slotsOfBom: "when the BoM moves",
      ordersOfBom: "when the BoM moves",
      ordersOfBomVersion: "when a version gets a new number",
    },
  },
  load: loadBomUpsert,
  decide: decideBomUpsert,
  write,
  answer,
  // Only an update can change nothing.
  present: ({ before }) => before!,
});
