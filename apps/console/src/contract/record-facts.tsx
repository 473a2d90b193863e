import { Facts } from "../ui/page.tsx";
import type { Draft } from "./draft.ts";
import { useFieldLabel } from "./field-form.tsx";
import { Value } from "./stale-changes.tsx";

/**
 * The fields of a record, for a person who may not change it. Empty ones are left out, and ids of
 * records: their names stand beside them.
 */
export function RecordFacts({ record }: { readonly record: Draft }) {
  const label = useFieldLabel();
  const filled = Object.entries(record).filter(
    ([name, value]) => value !== null && value !== "" && !isBookkeeping(name),
  );
  return (
    <Facts
      facts={filled.map(([name, value]) => [label(name), <Value key={name} value={value} />])}
    />
  );
}

/** The user who changed it last is in its history. */
const isBookkeeping = (name: string): boolean =>
  name.toLowerCase() === "id" ||
  name === "revNo" ||
  (name.endsWith("ID") && name.toLowerCase() !== "suid");
