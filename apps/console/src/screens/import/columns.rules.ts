import { type BodyField, fieldNamed } from "@asbuilt/table";
import { canonicalSpelling } from "@asbuilt/contract/spelling";
import type { FieldOf } from "../../contract/field.ts";

/** The JSON types of each kind of field. */
const typesOf: Readonly<Record<FieldOf["kind"], readonly string[]>> = {
  text: ["string"],
  choice: ["string"],
  integer: ["integer"],
  decimal: ["number"],
  flag: ["boolean"],
  time: ["string", "date-time"],
  list: ["array"],
  group: ["object"],
};

/** A person writes a heading as the screens do, with other signs and spaces. */
const folded = (heading: string) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

/**
 * Returns how to find the field that a column names: by its name in the contract, in any spelling
 * that the service accepts, by its label on the screens, or by what only one label begins with.
 */
export function columnsOf(fields: readonly FieldOf[], labelOf: (name: string) => string) {
  const bySpelling = new Map(
    fields.map(({ name, kind, isNullable }): [string, BodyField] => {
      const types = new Set([...typesOf[kind], ...(isNullable ? ["null"] : [])]);
      return [canonicalSpelling(name), { name, types }];
    }),
  );
  const byLabel = new Map(
    fields
      .toReversed()
      .map(({ name }) => [folded(labelOf(name)), bySpelling.get(canonicalSpelling(name))!]),
  );
  const named = fieldNamed(bySpelling);
  const fieldOf = (column: string) =>
    named(column) ?? byLabel.get(folded(column)) ?? begunBy(folded(column), byLabel);
  return { fieldOf, nameOf: (column: string) => fieldOf(column)?.name ?? column };
}

/** Returns the field whose label begins so, if it is the only one: "Serial" is the serial number. */
function begunBy(heading: string, byLabel: ReadonlyMap<string, BodyField>): BodyField | undefined {
  if (heading === "") return undefined;
  const found = [...byLabel].filter(([label]) => label.startsWith(heading));
  return found.length === 1 ? found[0]![1] : undefined;
}
