import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** A resource of reference data. All of them have the same three operations. */
interface ReferenceResource {
  readonly name: MessageDescriptor;
  readonly list: `${ResourceName}List`;
  readonly upsert: `${ResourceName}Upsert`;
  readonly remove: `${ResourceName}Delete`;
}

export type ResourceName =
  | "buildSlotType"
  | "caseDataDefinition"
  | "currency"
  | "holdReason"
  | "labelTemplate"
  | "location"
  | "materialReason"
  | "materialStatus"
  | "ownershipType"
  | "productType"
  | "propertyDefinition"
  | "receiptProfile"
  | "plant"
  | "receiptRecipe"
  | "role"
  | "serialRange"
  | "signatureMeaning"
  | "signatureRule"
  | "unitOfMeasure"
  | "workCentre";

/** Every resource, by the name in its address. */
export const resources = {
  productType: resource("productType", msg`Product types`),
  ownershipType: resource("ownershipType", msg`Ownership types`),
  currency: resource("currency", msg`Currencies`),
  unitOfMeasure: resource("unitOfMeasure", msg`Units of measure`),
  location: resource("location", msg`Locations`),
  receiptProfile: resource("receiptProfile", msg`Receipt profiles`),
  receiptRecipe: resource("receiptRecipe", msg`Receipt recipes`),
  serialRange: resource("serialRange", msg`Serial ranges`),
  propertyDefinition: resource("propertyDefinition", msg`Property definitions`),
  buildSlotType: resource("buildSlotType", msg`Slot types`),
  materialReason: resource("materialReason", msg`Material reasons`),
  workCentre: resource("workCentre", msg`Work centres`),
  materialStatus: resource("materialStatus", msg`Material statuses`),
  holdReason: resource("holdReason", msg`Hold reasons`),
  caseDataDefinition: resource("caseDataDefinition", msg`Case data definitions`),
  labelTemplate: resource("labelTemplate", msg`Label templates`),
  plant: resource("plant", msg`Plants`),
  role: resource("role", msg`Roles`),
  signatureMeaning: resource("signatureMeaning", msg`Signature meanings`),
  signatureRule: resource("signatureRule", msg`Signature rules`),
} as const satisfies Readonly<Record<ResourceName, ReferenceResource>>;

function resource(key: ResourceName, name: MessageDescriptor): ReferenceResource {
  return { name, list: `${key}List`, upsert: `${key}Upsert`, remove: `${key}Delete` };
}
