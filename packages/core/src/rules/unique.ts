import { refuseEach } from "../refusal.ts";

/** The folded name and SUID that a record has, where it has them. */
interface Keys {
  readonly nameKey: string | null;
  readonly suidKey: string | null;
}

interface Naming extends Keys {
  /** None, or 0, of a record that is yet to be created. */
  readonly id?: number;
  readonly name: string | null;
  readonly suid: string | null;
}

/** Refuses (`duplicate`) a name or a SUID, which stand at these pointers, that another record has. */
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
  if (isNamed) errors.push({ pointer: pointers.name, detail: `The ${noun} ${name} exists.` });
  // Where the SUID is the name as well, its field is told once.
  if (isKnown && !(isNamed && pointers.name === pointers.suid)) {
    errors.push({ pointer: pointers.suid, detail: `The SUID ${suid} is another ${noun}'s.` });
  }
  refuseEach("duplicate", errors);
}
