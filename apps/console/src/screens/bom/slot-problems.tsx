import { useLingui } from "@lingui/react/macro";
import { useFieldLabel } from "../../contract/field-form.tsx";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { StaleChanges, staleRecordOf } from "../../contract/stale-changes.tsx";
import type { Slot } from "./bom.ts";
import type { SlotDraft } from "./draft.rules.ts";
import { readName, rebased, threeOf } from "./stale.rules.ts";
import type { SlotDrafts } from "./use-slot-drafts.ts";
import type { Saving } from "./use-save-slots.ts";

interface SlotProblemsProps {
  /** The slots as they are now. */
  readonly slots: readonly Slot[];
  readonly drafts: SlotDrafts;
  readonly saving: Saving;
}

/** Why slots were not saved, one after the other. */
export function SlotProblems({ slots, drafts, saving }: SlotProblemsProps) {
  const refused = drafts.drafts.flatMap((draft) => {
    const problem = saving.problems.get(draft.key);
    return problem ? [{ draft, error: problem.error }] : [];
  });
  return refused.map(({ draft, error }) => (
    <section key={draft.key} className="slot-problem">
      <h2>{draft.texts.description}</h2>
      <SlotProblem draft={draft} error={error} slots={slots} drafts={drafts} saving={saving} />
    </section>
  ));
}

interface SlotProblemProps extends SlotProblemsProps {
  readonly draft: SlotDraft;
  readonly error: unknown;
}

function SlotProblem({ draft, error, slots, drafts, saving }: SlotProblemProps) {
  const { i18n } = useLingui();
  const nameOf = useFlatName();
  const { base, key } = draft;
  // Everything was read again after the refusal. It may have been that of a candidate alone.
  const now = staleRecordOf(error) && slots.find(({ id }) => id === base?.id);
  if (!now || !base) return <ProblemNotice error={error} />;
  return (
    <StaleChanges
      {...threeOf(base, draft, now, i18n.locale)}
      nameOf={(name) => nameOf(name, [base, now])}
      onMerge={(merged) => {
        drafts.change(key, (one) => rebased(one, now, merged, i18n.locale));
        saving.settle(key);
      }}
    />
  );
}

/** Returns how to name a value of a slot: with its candidate, if it is of one. */
function useFlatName(): (name: string, slots: readonly Slot[]) => string {
  const label = useFieldLabel();
  return (text, slots) => {
    const name = readName(text);
    if (name.kind === "property") return name.property;
    if (name.kind === "slot") return label(name.field);
    const candidates = slots.flatMap((slot) => slot.candidates);
    const candidate = candidates.find(({ id }) => id === name.id);
    return `${candidate?.product ?? name.id}: ${label(name.field)}`;
  };
}
