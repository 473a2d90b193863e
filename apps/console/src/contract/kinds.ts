import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** The kinds of records that can use another one, by the names in a refusal's `counts`. */
export const kindNames: Readonly<Record<string, MessageDescriptor>> = {
  Bom: msg`BoMs`,
  BomSlot: msg`Slots`,
  BomVersion: msg`BoM versions`,
  Build: msg`Builds`,
  builds: msg`Builds`,
  CaseData: msg`Case data`,
  Location: msg`Locations`,
  MaterialItem: msg`Items`,
  Product: msg`Products`,
  SlotCandidate: msg`Candidates`,
  User: msg`Users`,
  WorkCentre: msg`Work centres`,
  WorkCentreGroup: msg`Work centre groups`,
  WorksOrder: msg`Works orders`,
};
