/** One field of a request, as the contract describes it. */
export interface FieldOf {
  readonly name: string;
  readonly kind: "text" | "integer" | "decimal" | "flag" | "choice" | "time" | "list" | "group";
  readonly isRequired?: true;
  /** Null clears it. */
  readonly isNullable?: true;
  readonly options?: readonly unknown[];
  readonly lengthMax?: number;
  /** The place of its meaning in `fieldHints`. */
  readonly hint?: number;
  /** The fields of a group, or of each entry of a list. */
  readonly fields?: readonly FieldOf[];
}

/** Returns the fields that must be filled before the others. */
export const neededFirst = (fields: readonly FieldOf[]): readonly FieldOf[] =>
  fields.toSorted(
    (one, other) => Number(other.isRequired ?? false) - Number(one.isRequired ?? false),
  );

/** Returns a field as one that must be filled: the contract can leave that to the case. */
export const needed = <Field extends FieldOf>(field: Field) => ({
  ...field,
  isRequired: true as const,
});

/** Returns the names of compulsory fields that are empty. */
export const missingFields = (
  fields: readonly FieldOf[],
  given: Readonly<Record<string, unknown>>,
) =>
  fields
    .filter(({ name, isRequired }) => isRequired && (given[name] ?? "") === "")
    .map(({ name }) => name);
