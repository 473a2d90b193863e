import { raw, type Tree, treeOf } from "./json-tree.ts";

/** The most values of a field, or records of a resource, that are kept. */
const keptMax = 400;

/** The fields that name a record of another resource, by their folded name. */
const namedResources: Readonly<Record<string, string>> = {
  product: "Product.name",
  productname: "Product.name",
  parentproductname: "Product.name",
  srcproductname: "Product.name",
  sourceproductname: "Product.name",
  productid: "Product.id",
  parentserialno: "MaterialItem.visualserialno",
  childserialno: "MaterialItem.visualserialno",
  visualserialno: "MaterialItem.visualserialno",
  materialitemid: "MaterialItem.id",
  orderno: "WorksOrder.orderno",
  scheduleid: "WorksOrder.id",
  bom: "Bom.name",
  bomslotid: "BomSlot.id",
  slotid: "BomSlot.id",
  buildslottype: "BuildSlotType.name",
  slottype: "BuildSlotType.name",
  useuom: "UnitOfMeasure.name",
  baseunit: "UnitOfMeasure.name",
  producttype: "ProductType.name",
  ownershiptype: "OwnershipType.name",
  defaultownership: "OwnershipType.name",
  ownershiptypeid: "OwnershipType.id",
  currency: "Currency.name",
  defaultcurrency: "Currency.name",
  currencyid: "Currency.id",
  receiptprofile: "ReceiptProfile.name",
  receiptrecipe: "ReceiptRecipe.name",
  serialrange: "SerialRange.name",
  property: "PropertyDefinition.name",
  reasonsuid: "MaterialReason.suid",
  statusid: "MaterialStatus.id",
  holdreasonid: "HoldReason.id",
  holdreasonsuid: "HoldReason.suid",
  holdreason: "HoldReason.name",
  locationid: "Location.id",
  casedataid: "CaseDataDefinition.id",
  workcentres: "WorkCentre.name",
  user: "User.name",
  userid: "User.id",
};

/** The resource of the records in a field of another record. */
const nestedResources: Readonly<Record<string, string>> = {
  candidates: "Candidate",
  versions: "BomVersion",
  casedata: "CaseDataDefinition",
  properties: "PropertyDefinition",
  allocations: "Allocation",
  parent: "MaterialItem",
  child: "MaterialItem",
  items: "MaterialItem",
  order: "WorksOrder",
};

const byVersions = new Set(["Bom", "BomSlot", "WorksOrder"]);

/** Returns the resource and field that a field of a request refers to. */
export function meaningOf(resource: string, field: string): string {
  const name = field.toLowerCase();
  if (name === "version" && byVersions.has(resource)) return "BomVersion.version";
  if (name === "location") return resource === "Product" ? "Location.name" : "Location.suid";
  return namedResources[name] ?? `${resource}.${name}`;
}

/** Returns the resource of the records in a field. */
export const resourceIn = (resource: string, field: string): string =>
  nestedResources[field.toLowerCase()] ?? resource;

/** The values of earlier responses, so that requests can name existing records. */
export class Memory {
  private readonly values = new Map<string, Tree[]>();

  /** Remembers every record of a response. */
  learn(resource: string, answer: unknown): void {
    if (Array.isArray(answer)) return answer.forEach((item) => this.learn(resource, item));
    if (typeof answer !== "object" || answer === null) return;
    this.keep(resource, treeOf(answer));
    for (const [field, value] of Object.entries(answer)) {
      if (typeof value === "object") this.learn(resourceIn(resource, field), value);
      else if (typeof value === "string") this.keep(fieldOf(resource, field), value);
      else if (typeof value === "number") this.keep(fieldOf(resource, field), raw(String(value)));
    }
  }

  /** Returns the nth value of a field or record of a resource, latest first. */
  recall(what: string, nth: number): Tree | undefined {
    const known = this.values.get(what);
    return known?.[known.length - 1 - (nth % known.length)];
  }

  private keep(what: string, value: Tree): void {
    const known = this.values.get(what);
    if (!known) this.values.set(what, [value]);
    else if (known.push(value) > keptMax) known.shift();
  }
}

const fieldOf = (resource: string, field: string) => `${resource}.${field.toLowerCase()}`;
