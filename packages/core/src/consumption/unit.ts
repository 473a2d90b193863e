import { inArray, or, sql } from "drizzle-orm";
import { product, unitOfMeasure } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { aboutItem } from "../material-item/refused-item.ts";
import { type Item, itemNamed } from "../material-item/item.ts";
import { foldedNames } from "../rules/named.ts";
import { refusalAt } from "../refusal.ts";
import { convertExactly, formatQuantity } from "../values/decimal.ts";
import { foldCase } from "../values/fold-case.ts";

/** The part of an input that names the unit of its quantity, and the child that it is of. */
interface Measured {
  readonly childSerialNo: string;
  /** The name, SUID or code of a unit. Without one, the quantity is in the child's base unit. */
  readonly unit?: string | null | undefined;
}

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
type Unit = ReturnType<ReturnType<typeof unitsNamed>["row"]>;

/** The base units of the children, and of the products of children that are received. */
const baseUnits = () =>
  query
    .select({ id: product.baseUnitId })
    .from(product)
    .where(
      or(
        inArray(product.nameKey, each("products")),
        sql`${product.id} in (
          select product_id from material_item where serial_key in ${each("children")})`,
      ),
    );

/** Reads the units that inputs name, and the base units of their children; undefined without one. */
export function unitsOfInputs(inputs: readonly Measured[], products = "[]") {
  const measured = inputs.filter(({ unit }) => unit != null);
  if (measured.length === 0) return undefined;
  return unitsNamed({
    units: foldedNames(measured.map(({ unit }) => unit)),
    children: foldedNames(measured.map(({ childSerialNo }) => childSerialNo)),
    products,
  });
}

/** The facts that a quantity is converted with. */
interface Facts {
  readonly items: readonly Item[];
  readonly units: readonly Unit[];
  readonly products?: readonly { readonly nameKey: string; readonly unit: string }[];
}

/**
 * Converts the quantity of an input to the base unit of its child, in millionths. Refuses an unknown
 * unit (`not_found`), one of another dimension, and a quantity that is not exact in the base unit
 * (`unit_mismatch`). A child that does not exist is refused later.
 */
export function quantityInBaseUnit(
  { items, units, products = [] }: Facts,
  { childSerialNo, unit: named, productName }: Measured & { readonly productName?: string },
  qty: number,
  pointer: string,
): number {
  if (named == null) return qty;
  const child = itemNamed(items, childSerialNo);
  const made = productName === undefined ? undefined : foldCase(productName);
  const baseName = child?.unit ?? products.find(({ nameKey }) => nameKey === made)?.unit;
  if (baseName === undefined) return qty;
  const convert = () => converted(units, qty, { named, baseName }, pointer);
  return child ? aboutItem(child, convert) : convert();
}

function converted(
  units: readonly Unit[],
  qty: number,
  { named, baseName }: { readonly named: string; readonly baseName: string },
  pointer: string,
): number {
  const unit = unitNamed(units, named);
  if (!unit) {
    throw refusalAt("not_found", "/unit", `No unit of measure has the name or code ${named}.`);
  }
  // It was read with the child.
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
