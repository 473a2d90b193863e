import { catalogNames } from "./catalog.ts";

/** The records that have a history. */
export const entityNames = [
  ...catalogNames,
  "ApiKey",
  "Bom",
  "BomSlot",
  "BomVersion",
  "CaseData",
  "MaterialItem",
  "Product",
  "SlotCandidate",
  "Webhook",
  "WorkCentreGroup",
  "WorksOrder",
] as const;
