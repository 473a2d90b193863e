import { scale } from "../values/decimal.ts";
import type { Absence, Conflicts, Row } from "../engine/index.ts";
import { usesOf } from "../rules/in-use.ts";
import type { ReferenceCounts } from "../rules/references.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import { statusKeys } from "../material-item/status.ts";

/** The columns that the record of every resource has. */
type CommonColumn =
  | "id"
  | "revNo"
  | "suid"
  | "suidKey"
  | "name"
  | "nameKey"
  | "description"
  | "isActive";

/** The resources of reference data, by the name of their entity. */
export type CatalogName =
  | "BuildSlotType"
  | "CaseDataDefinition"
  | "Currency"
  | "HoldReason"
  | "Location"
  | "MaterialReason"
  | "MaterialStatus"
  | "OwnershipType"
  | "ProductType"
  | "PropertyDefinition"
  | "ReceiptProfile"
  | "ReceiptRecipe"
  | "SerialRange"
  | "UnitOfMeasure"
  | "User"
  | "WorkCentre";

/** A stored record of reference data. */
export type CatalogRow<Name extends CatalogName> = Row<Name>;

/** What a resource holds beyond the common fields. */
export type Extras<Name extends CatalogName> = Omit<Row<Name>, CommonColumn>;

/** What sets one resource apart from the others. */
interface Definition<Name extends CatalogName> {
  /** What one record is called in a sentence. */
  readonly noun: string;
  /** The extra fields of a new record, where they are not given. */
  readonly blank: (name: string) => Extras<Name>;
  /** The folded SUIDs of the records that the service itself uses. */
  readonly reserved?: readonly string[];
  /** Throws a Refusal where the record may not become what it is to be. */
  readonly require?: (next: CatalogRow<Name>, stored: CatalogRow<Name> | null) => void;
  /** The fields that can't change while other records rest on them, and what says that none do. */
  readonly fixed?: {
    readonly fields: readonly ("suid" | keyof Extras<Name>)[];
    readonly absences: readonly Absence[0][];
  };
}

const plain = (noun: string) => ({ noun, blank: () => ({}) });

/** Every resource of reference data: all else about them is alike. Source: design 6. */
export const catalog: { readonly [Name in CatalogName]: Definition<Name> } = {
  BuildSlotType: plain("build slot type"),
  CaseDataDefinition: plain("case data definition"),
  Currency: plain("currency"),
  HoldReason: plain("hold reason"),
  Location: plain("location"),
  MaterialReason: {
    noun: "material reason",
    blank: () => ({ transactions: [], disposition: "return" }),
    // What was told of a change by its reason must stay true.
    fixed: { fields: ["suid", "disposition"], absences: ["changesForReason"] },
  },
  MaterialStatus: {
    noun: "material status",
    blank: () => ({ consumable: false, buildable: false }),
    reserved: statusKeys,
  },
  OwnershipType: plain("ownership type"),
  ProductType: plain("product type"),
  PropertyDefinition: plain("property definition"),
  ReceiptProfile: { noun: "receipt profile", blank: () => ({ fields: {} }) },
  ReceiptRecipe: plain("receipt recipe"),
  SerialRange: {
    noun: "serial range",
    blank: () => ({ prefix: "", nextNumber: 1, endNumber: null, padding: 0 }),
    require: requireRange,
  },
  UnitOfMeasure: {
    noun: "unit of measure",
    blank: (name) => ({ code: null, dimension: name, factor: scale }),
    fixed: {
      fields: ["dimension", "factor"],
      absences: ["productsOfUnit", "candidatesOfUnit"],
    },
  },
  // The administrator of the first key and the command line are found by their SUIDs.
  User: { ...plain("user"), reserved: ["admin", "command-line"] },
  WorkCentre: plain("work centre"),
};

/** The names of the resources of reference data. */
// Object.keys forgets which keys an object has.
export const catalogNames = Object.keys(catalog) as CatalogName[];

/** The claims of a verb that changes one record of any resource. */
export const claimsOfCatalog = (): Conflicts["claims"] =>
  Object.fromEntries(catalogNames.map((name) => [name, ""]));

/** Refuses (`serial_range`) an end before the number that comes before the next. */
function requireRange(
  { name, nextNumber, endNumber }: CatalogRow<"SerialRange">,
  stored: CatalogRow<"SerialRange"> | null,
): void {
  if (endNumber === null || endNumber >= nextNumber - 1) return;
  throw refusalAt(
    "serial_range",
    stored?.endNumber === endNumber ? "/nextNumber" : "/endNumber",
    `The serial range ${name} can't end at ${endNumber}: its next number is ${nextNumber}.`,
  );
}

/** What the decision to change fixed fields rests on: that nothing uses the record (`fixed`). */
export function requireFree<Name extends CatalogName>(
  name: Name,
  stored: CatalogRow<Name>,
  next: CatalogRow<Name>,
  references: ReferenceCounts,
): Absence[] {
  const { fixed, noun } = catalog[name];
  const changed = fixed?.fields.filter((field) => stored[field] !== next[field]) ?? [];
  if (changed.length === 0) return [];
  const counts = usesOf(references);
  if (counts) {
    throw new Refusal(
      "fixed",
      `The ${changed.join(" and ")} of the ${noun} ${stored.name} can't change: it is used.`,
      {
        errors: changed.map((field) => ({
          pointer: `/${String(field)}`,
          detail: `Fixed, because the ${noun} is used.`,
        })),
        members: { counts },
      },
    );
  }
  return fixed!.absences.map((absence) => [absence, stored.id] as const);
}

/** Refuses (`reserved`), at this place in the body, to give up what the service itself uses. */
export function requireNotReserved(
  name: CatalogName,
  stored: CatalogRow<CatalogName>,
  pointer: string,
): void {
  const { reserved = [], noun } = catalog[name];
  if (stored.suidKey === null || !reserved.includes(stored.suidKey)) return;
  throw refusalAt(
    "reserved",
    pointer,
    `The service uses the ${noun} with the SUID ${stored.suid}: it keeps it.`,
  );
}
