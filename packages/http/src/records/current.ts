import { type EntityName, StaleRecord, type RefusalExtras } from "@asbuilt/core";
import { toAttachmentRecord } from "./attachment.ts";
import { toBomRecord } from "./bom.ts";
import { toCandidateRecord, toSlotRecord } from "./bom-slot.ts";
import { toCatalogRecord } from "./catalog.ts";
import { toItemRecord } from "./material-item.ts";
import { toProductRecord } from "./product.ts";
import { toWebhookRecord } from "./webhook.ts";
import { toGroupRecord } from "./work-centre-group.ts";
import { toWorksOrderRecord } from "./works-order.ts";

/** The functions that return the records which a request can find changed, by their kind. */
const toRecord: Readonly<Partial<Record<EntityName, (current: never) => object>>> = {
  ...toCatalogRecord,
  Attachment: toAttachmentRecord,
  Bom: toBomRecord,
  BomSlot: toSlotRecord,
  MaterialItem: toItemRecord,
  Product: toProductRecord,
  SlotCandidate: toCandidateRecord,
  Webhook: toWebhookRecord,
  WorkCentreGroup: toGroupRecord,
  WorksOrder: toWorksOrderRecord,
};

/** Returns the extras of the refusal of a stale request, with the present record in wire form. */
export function extrasWithCurrent({ entity, current, extras }: StaleRecord): RefusalExtras {
  // Core gives the record of each kind as the slice of that kind reads it.
  const record = toRecord[entity]!(current as never);
  return { ...extras, members: { ...extras.members, current: record } };
}
