import { inArray, or, sql } from "drizzle-orm";
import { product, unitOfMeasure } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { refusalAt } from "../refusal.ts";
import { convertExactly, formatQuantity } from "../values/decimal.ts";
import { foldCase } from "../values/fold-case.ts";
import { foldedNames } from "./named.ts";

// A code is ASCII, so the database can fold it.
const unitsNamed = statement(() =>
  query
    .select({
      name: unitOfMeasure.name,
      nameKey: unitOfMeasure.nameKey,
      suidKey: unitOfMeasure.suidKey,
      code: unitOfMeasure.code,
      dimension: unitOfMeasure.dimension,
      factor: unitOfMeasure.factor,
    })
    .from(unitOfMeasure)
    .where(
      or(
        inArray(unitOfMeasure.nameKey, each("units")),
        inArray(unitOfMeasure.suidKey, each("units")),
        inArray(sql`lower(${unitOfMeasure.code})`, each("units")),
        inArray(unitOfMeasure.id, baseUnits()),
      ),
    )
    .orderBy(unitOfMeasure.id),
);
export type Unit = ReturnType<ReturnType<typeof unitsNamed>["row"]>;

/** The base units of products, and of the products of items. */
const baseUnits = () =>
  query
    .select({ id: product.baseUnitId })
    .from(product)
    .where(
      or(
        inArray(product.nameKey, each("products")),
        sql`${product.id} in (
          select product_id from material_item where serial_key in ${each("items")})`,
      ),
    );

/** Whose base units are read: folded names of products, and folded serials of items (JSON arrays). */
interface Measured {
  readonly products?: string;
  readonly items?: string;
}

/** Reads the units that inputs name, and the base units of what they measure; undefined without one. */
export function unitsOfInputs(
  inputs: readonly { readonly unit?: string | null | undefined }[],
  { products = "[]", items = "[]" }: Measured,
) {
  const named = inputs.flatMap(({ unit }) => unit ?? []);
  if (named.length === 0) return undefined;
  return unitsNamed({ units: foldedNames(named), products, items });
}

/**
 * Converts a quantity in the unit `named`, by its name, SUID or code, to a base unit that was read
 * with it. Quantities are in millionths. Refuses an unknown unit (`not_found`), one of another
 * dimension, and a quantity that is not exact in the base unit (`unit_mismatch`).
 */
export function convertedToBase(
  units: readonly Unit[],
  qty: number,
  { named, baseName }: { readonly named: string; readonly baseName: string },
  pointer: string,
): number {
  const unit = unitNamed(units, named);
  if (!unit) {
    throw refusalAt("not_found", "/unit", `No unit of measure has the name or code ${named}.`);
  }
  const base = units.find(({ name }) => name === baseName)!;
  if (unit.dimension !== base.dimension) {
    const detail = `${unit.name} measures ${unit.dimension}, but ${base.name} measures ${base.dimension}.`;
    throw refusalAt("unit_mismatch", "/unit", detail);
  }
  const inBaseUnit = convertExactly(qty, unit.factor, base.factor);
  if (inBaseUnit !== undefined && inBaseUnit > 0) return inBaseUnit;
  throw refusalAt(
    "unit_mismatch",
    pointer,
    `${formatQuantity(qty)} ${unit.name} is too large, or can't be converted exactly to ` +
      `${base.name} with six decimals.`,
  );
}

/** Finds a unit by its name, else by its SUID, else by its code. */
function unitNamed(units: readonly Unit[], named: string): Unit | undefined {
  const key = foldCase(named);
  return (
    units.find(({ nameKey }) => nameKey === key) ??
    units.find(({ suidKey }) => suidKey === key) ??
    units.find(({ code }) => code !== null && foldCase(code) === key)
  );
}
