import { Facts } from "../ui/page.tsx";
import type { Draft } from "./draft.ts";
import { useFieldLabel } from "./field-form.tsx";
import { Value } from "./stale-changes.tsx";

/** The fields of a record, for a person who may not change it. Empty ones are left out. */
export function RecordFacts({ record }: { readonly record: Draft }) {
  const label = useFieldLabel();
  const filled = Object.entries(record).filter(([, value]) => value !== null && value !== "");
  return (
    <Facts
      facts={filled.map(([name, value]) => [label(name), <Value key={name} value={value} />])}
    />
  );
}
