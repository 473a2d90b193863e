import type { Logged } from "../database/executor.ts";
import { type Change, claim, create, update, verb } from "../engine/index.ts";
import { signedConflicts } from "../signature/gate.ts";
import type { AnsweredItem } from "./item.ts";
import { writeItemChange } from "./item-change.ts";
import { loadUpdate } from "./update.facts.ts";
import { decideUpdate, type UpdateDecision } from "./update.rules.ts";

/** The item comes first, then its case data: changed entries, then new ones. */
function write(decision: UpdateDecision): Change[] {
  const note = { action: "updated" as const };
  return [
    ...writeItemChange(decision),
    ...decision.changedEntries.map(({ before, patch }) => update("CaseData", before, patch, note)),
    ...decision.newEntries.map((entry) => create("CaseData", entry, note)),
    ...(decision.joined ? [claim("WorksOrder", decision.joined, { action: "itemJoined" })] : []),
  ];
}

function answer(
  { after, changedEntries, newEntries }: UpdateDecision,
  logged: readonly Logged[],
): AnsweredItem {
  // In the order of `write`.
  const created = logged.slice(1 + changedEntries.length);
  const added = newEntries.map((entry, index) => ({ ...entry, id: created[index]!.id, revNo: 1 }));
  return { ...after, caseData: [...after.caseData, ...added] };
}

/** Updates an item that is sent whole. Source: spec.md, PUT /api/MaterialItem/Update/{id}. */
export const updateItem = verb({
  conflicts: {
    of: ["MaterialItem/Update"],
    claims: { MaterialItem: "", CaseData: "", WorksOrder: "the order that it joins" },
    asserts: {
      ...signedConflicts,
      Product: "",
      WorksOrder: "of an item of another product, the order that it keeps",
    },
  },
  load: loadUpdate,
  decide: decideUpdate,
  write,
  answer,
  present: ({ before }) => before,
});
