import { aboutItem } from "../material-item/refused-item.ts";
import { type Item, itemNamed } from "../material-item/item.ts";
import { foldedNames } from "../rules/named.ts";
import { convertedToBase, type Unit, unitsOfInputs } from "../rules/unit.ts";
import { foldCase } from "../values/fold-case.ts";

/** The part of an input that names the unit of its quantity, and the child that it is of. */
interface Measured {
  readonly childSerialNo: string;
  /** The name, SUID or code of a unit. Without one, the quantity is in the child's base unit. */
  readonly unit?: string | null | undefined;
}

/** Reads the units that inputs name, and the base units of their children; undefined without one. */
export const unitsOfChildren = (inputs: readonly Measured[], products?: string) =>
  unitsOfInputs(inputs, {
    items: foldedNames(
      inputs.flatMap(({ childSerialNo, unit }) => (unit == null ? [] : childSerialNo)),
    ),
    ...(products === undefined ? {} : { products }),
  });

/** The facts that a quantity is converted with. */
interface Facts {
  readonly items: readonly Item[];
  readonly units: readonly Unit[];
  readonly products?: readonly { readonly nameKey: string; readonly unit: string }[];
}

/**
 * Converts the quantity of an input to the base unit of its child, in millionths. Refuses as
 * `convertedToBase`. A child that does not exist is refused later.
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
  const convert = () => convertedToBase(units, qty, { named, baseName }, pointer);
  return child ? aboutItem(child, convert) : convert();
}
