import { scale } from "../values/decimal.ts";
import { type Absence, type Conflicts, isBuiltIn, type Row } from "../engine/index.ts";
import { usesOf } from "../rules/in-use.ts";
import type { ReferenceCounts } from "../rules/references.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import { statusKeys } from "../material-item/status.ts";
import { identifyingPlaceholder, requireKnownPlaceholders } from "./label-placeholders.ts";

/** The columns that the records of all resources have. */
type CommonColumn =
  | "id"
  | "revNo"
  | "suid"
  | "suidKey"
  | "name"
  | "nameKey"
  | "description"
  | "isActive";

/** The resources of reference data, by the names of their records. */
export type CatalogName =
  | "BuildSlotType"
  | "CaseDataDefinition"
  | "Currency"
  | "HoldReason"
  | "LabelTemplate"
  | "Location"
  | "MaterialReason"
  | "MaterialStatus"
  | "OwnershipType"
  | "Plant"
  | "ProductType"
  | "PropertyDefinition"
  | "ReceiptProfile"
  | "ReceiptRecipe"
  | "Role"
  | "SerialRange"
  | "SignatureMeaning"
  | "UnitOfMeasure"
  | "User"
  | "WorkCentre";

/** A stored record of reference data. */
export type CatalogRow<Name extends CatalogName> = Row<Name>;

/** The fields of a resource besides the common ones. */
export type Extras<Name extends CatalogName> = Omit<Row<Name>, CommonColumn>;

/** The fields that other requests than Upsert set, or that follow from others. */
const ownFields = ["badgeKey", "pinSetAt"] as const;

/** Whether a field of a resource is no request's to set by Upsert. */
export const isOwnField = (name: string): boolean =>
  (ownFields as readonly string[]).includes(name);

/** The extra fields that an Upsert sets. */
export type Settable<Name extends CatalogName> = Omit<Extras<Name>, (typeof ownFields)[number]>;

/** Fields as a request has them: each can be absent, or null. */
export type Given<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | null | undefined };

/** The properties in which the resources differ. */
interface Definition<Name extends CatalogName> {
  /** The name of one record in a sentence. */
  readonly noun: string;
  /** Returns the defaults for the extra fields of a new record with a name and these fields. */
  readonly blank: (name: string, sent: Given<Settable<Name>>) => Extras<Name>;
  /** The folded SUIDs of the records that the service itself uses. */
  readonly reserved?: readonly string[];
  /** Throws a Refusal if the record must not become `next`. */
  readonly require?: (next: CatalogRow<Name>, stored: CatalogRow<Name> | null) => void;
  /** The fields that can't change while the record is in use, and the absences that show no use. */
  readonly fixed?: {
    readonly fields: readonly ("suid" | "name" | keyof Extras<Name>)[];
    readonly absences: readonly Absence[0][];
  };
  /** The absences that show no use to a deletion, where no foreign key refuses it. */
  readonly unused?: readonly Absence[0][];
}

const usesOfRole = ["keysOfRole", "usersOfRole"] as const;

const plainResource = (noun: string) => ({ noun, blank: () => ({}) });

/** The resources of reference data. They are the same in everything else. Source: design 6. */
export const catalog: { readonly [Name in CatalogName]: Definition<Name> } = {
  BuildSlotType: plainResource("build slot type"),
  CaseDataDefinition: plainResource("case data definition"),
  Currency: plainResource("currency"),
  HoldReason: { ...plainResource("hold reason"), unused: ["itemsHeldFurther"] },
  LabelTemplate: {
    noun: "label template",
    blank: (_name, { kind }) => ({
      kind: "item",
      widthMm: 50 * scale,
      heightMm: 25 * scale,
      dpi: 203,
      symbology: "dataMatrix",
      code: identifyingPlaceholder(kind ?? "item"),
      lines: [],
      zpl: null,
    }),
    require: requireKnownPlaceholders,
  },
  Location: plainResource("location"),
  MaterialReason: {
    noun: "material reason",
    blank: () => ({ transactions: [], disposition: "return" }),
    // Reports of earlier changes name the reason's SUID and disposition, and must stay true.
    fixed: { fields: ["suid", "disposition"], absences: ["changesForReason"] },
  },
  MaterialStatus: {
    noun: "material status",
    blank: () => ({ consumable: false, buildable: false }),
    reserved: statusKeys,
  },
  OwnershipType: plainResource("ownership type"),
  Plant: {
    noun: "plant",
    blank: () => ({ address: null, sealKeys: [], documentRequired: false }),
  },
  ProductType: plainResource("product type"),
  PropertyDefinition: plainResource("property definition"),
  ReceiptProfile: { noun: "receipt profile", blank: () => ({ fields: {} }) },
  ReceiptRecipe: plainResource("receipt recipe"),
  Role: {
    noun: "role",
    blank: () => ({ operations: [] }),
    require: requireOwnRole,
    // Keys and users have the name.
    fixed: { fields: ["name"], absences: usesOfRole },
    unused: usesOfRole,
  },
  SerialRange: {
    noun: "serial range",
    blank: () => ({ prefix: "", nextNumber: 1, endNumber: null, padding: 0 }),
    require: requireRangeEnd,
  },
  SignatureMeaning: plainResource("signature meaning"),
  UnitOfMeasure: {
    noun: "unit of measure",
    blank: (name) => ({ code: null, dimension: name, factor: scale }),
    fixed: {
      fields: ["dimension", "factor"],
      absences: ["productsOfUnit", "candidatesOfUnit"],
    },
  },
  // The administrator of the first key and the user of the command line are found by their SUIDs.
  User: {
    noun: "user",
    blank: () => ({
      roles: null,
      issuer: null,
      subject: null,
      rolesAt: null,
      badge: null,
      badgeKey: null,
      pinSetAt: null,
    }),
    reserved: ["admin", "command-line"],
  },
  WorkCentre: plainResource("work centre"),
};

/** The names of the resources of reference data. */
// Object.keys returns plain strings.
export const catalogNames = Object.keys(catalog) as CatalogName[];

/**
 * Returns the claims of a verb that changes one record of any resource. Rules about signatures, whose
 * verbs are their own, are documented with them.
 */
export const claimsOfCatalog = (): Conflicts["claims"] =>
  Object.fromEntries([...catalogNames, "SignatureRule"].map((name) => [name, ""]));

/** Refuses (`reserved`) a role with the name of a built-in one. */
function requireOwnRole({ name, nameKey }: CatalogRow<"Role">): void {
  if (!isBuiltIn(nameKey)) return;
  throw refusalAt("reserved", "/name", `The role ${name} is built in: it can't be changed.`);
}

/** Refuses (`serial_range`) an end below `nextNumber - 1`. */
function requireRangeEnd(
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

/**
 * Refuses (`fixed`) to change fixed fields of a record in use. Returns the absences that such a
 * change relies on.
 */
export function requireFixedFields<Name extends CatalogName>(
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
      `The ${changed.join(" and ")} of the ${noun} ${stored.name} can't change: it is in use.`,
      {
        errors: changed.map((field) => ({
          pointer: `/${String(field)}`,
          detail: `Fixed, because the ${noun} is in use.`,
        })),
        members: { counts },
      },
    );
  }
  return fixed!.absences.map((absence) => [absence, stored.id] as const);
}

/** Refuses (`reserved`) to delete a record that the service uses, or to change its SUID. */
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
    `The service uses the ${noun} with the SUID ${stored.suid}: ` +
      "it can't be deleted, and its SUID can't change.",
  );
}
