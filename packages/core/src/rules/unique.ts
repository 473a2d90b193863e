import { refuseEach } from "../refusal.ts";

/** The folded name and SUID of a record; null where it has none. */
interface Keys {
  readonly nameKey: string | null;
  readonly suidKey: string | null;
}

interface Naming extends Keys {
  /** Absent, or 0, for a record that does not exist yet. */
  readonly id?: number;
  readonly name: string | null;
  readonly suid: string | null;
}

/** Refuses (`duplicate`) a name or SUID that another record has, at its pointer in the body. */
export function requireUnique(
  noun: string,
  named: readonly (Keys & { readonly id: number })[],
  { id, name, nameKey, suid, suidKey }: Naming,
  pointers: { readonly name: string; readonly suid: string },
): void {
  const others = named.filter((other) => other.id !== id);
  const isNamed = nameKey !== null && others.some((other) => other.nameKey === nameKey);
  const isKnown = suidKey !== null && others.some((other) => other.suidKey === suidKey);
  const errors = [];
  if (isNamed)
    errors.push({ pointer: pointers.name, detail: `The ${noun} ${name} already exists.` });
  // A field that is both the name and the SUID is reported once.
  if (isKnown && !(isNamed && pointers.name === pointers.suid)) {
    errors.push({ pointer: pointers.suid, detail: `Another ${noun} has the SUID ${suid}.` });
  }
  refuseEach("duplicate", errors);
}
