import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";

/** The kinds of records that can use another one, by the names in a refusal's `counts`. */
export const kindNames: Readonly<Record<string, MessageDescriptor>> = {
  BatchHold: msg`Batch holds`,
  Bom: msg`BoMs`,
  BomSlot: msg`Slots`,
  BomVersion: msg`BoM versions`,
  Build: msg`Builds`,
  builds: msg`Builds`,
  CaseData: msg`Case data`,
  Location: msg`Locations`,
  MaterialItem: msg`Items`,
  Product: msg`Products`,
  Signature: msg`Signatures`,
  SignatureRule: msg`Signature rules`,
  SlotCandidate: msg`Candidates`,
  User: msg`Users`,
  WorkCentre: msg`Work centres`,
  WorkCentreGroup: msg`Work centre groups`,
  WorksOrder: msg`Works orders`,
};

/** One record of each kind, by the names in the change log. */
const singleNames: Readonly<Record<string, MessageDescriptor>> = {
  ApiKey: msg`Key`,
  Attachment: msg`Attachment`,
  BatchHold: msg`Batch hold`,
  Bom: msg`BoM`,
  BomSlot: msg`Slot`,
  BomVersion: msg`BoM version`,
  BuildSlotType: msg`Slot type`,
  CaseData: msg`Case data`,
  CaseDataDefinition: msg`Case data definition`,
  Currency: msg`Currency`,
  HoldReason: msg`Hold reason`,
  LabelTemplate: msg`Label template`,
  Location: msg`Location`,
  MaterialItem: msg`Item`,
  MaterialReason: msg`Material reason`,
  MaterialStatus: msg`Material status`,
  OwnershipType: msg`Ownership type`,
  Plant: msg`Plant`,
  Product: msg`Product`,
  ProductType: msg`Product type`,
  PropertyDefinition: msg`Property definition`,
  ReceiptProfile: msg`Receipt profile`,
  ReceiptRecipe: msg`Receipt recipe`,
  Role: msg`Role`,
  SerialRange: msg`Serial range`,
  Session: msg`Session`,
  Signature: msg`Signature`,
  SignatureMeaning: msg`Signature meaning`,
  SignatureRule: msg`Signature rule`,
  SlotCandidate: msg`Candidate`,
  UnitOfMeasure: msg`Unit of measure`,
  User: msg`User`,
  Webhook: msg`Webhook`,
  WorkCentre: msg`Work centre`,
  WorkCentreGroup: msg`Work centre group`,
  WorksOrder: msg`Works order`,
};

export const kindNameOf = (entity: string): MessageDescriptor | undefined => singleNames[entity];

/** Returns the name of a kind of record in the person's language. */
export function useKindName(): (entity: string) => string {
  const { i18n } = useLingui();
  return (entity) => {
    const name = kindNameOf(entity);
    // A kind of a later version of the service has no name yet.
    return name ? i18n._(name) : entity;
  };
}
