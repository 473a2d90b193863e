import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** The sentence of each refusal that a scan can meet, in the person's language. */
export const sentences: Readonly<Record<string, MessageDescriptor>> = {
  already_built: msg`This is built into something already.`,
  backdated: msg`It happened too long ago to be recorded with this key.`,
  before_it_was: msg`It would have happened before the item was there.`,
  contains_held: msg`Something in this unit is on hold.`,
  cycle: msg`An item can't be part of itself.`,
  decimal_places: msg`The quantity has too many decimals.`,
  details_contradict: msg`The details contradict each other.`,
  evidence_missing: msg`The device history record lacks compulsory evidence.`,
  idempotency_conflict: msg`This request was changed after it was sent.`,
  inactive: msg`A record that this needs is retired.`,
  incomplete: msg`Required material is missing.`,
  insufficient_quantity: msg`There is not enough left.`,
  inventory_managed: msg`This product must be received before it is built.`,
  item_expired: msg`This item has expired.`,
  item_on_hold: msg`This item is on hold.`,
  item_status: msg`The item's status forbids this.`,
  not_built: msg`Less than this is built.`,
  not_found: msg`The service knows no such record.`,
  not_in_bom: msg`This does not belong into this unit.`,
  order_status: msg`The works order is not open.`,
  over_maximum: msg`The slot is full.`,
  quantity_range: msg`The quantity is out of its range.`,
  reason_not_assigned: msg`This reason is not meant for this.`,
  receipt_profile: msg`The product needs other details when it is received.`,
  tracking: msg`This is tracked piece by piece.`,
  validation_failed: msg`Some fields must be corrected.`,
};

/** The next step after a refusal, for the codes where the detail does not say it. */
export const actions: Readonly<Record<string, MessageDescriptor>> = {
  item_on_hold: msg`Call quality: the hold must be released first.`,
  item_expired: msg`Set it aside and call quality.`,
  already_built: msg`Remove it there first, or take another one.`,
  backdated: msg`Ask an engineer to record it.`,
  before_it_was: msg`Check the clock of this device.`,
  cycle: msg`Scan the part that goes into this unit.`,
  decimal_places: msg`Enter a quantity with fewer decimals.`,
  evidence_missing: msg`Build what is missing: no comment replaces it.`,
  idempotency_conflict: msg`Scan it again.`,
  insufficient_quantity: msg`Take less, or take another lot.`,
  inventory_managed: msg`Have the store receive it, then scan it again.`,
  item_status: msg`Set it aside and take another one.`,
  not_in_bom: msg`Take one of the parts that the open slots accept.`,
  order_status: msg`Call the person who plans the order.`,
  over_maximum: msg`Remove what is too much first.`,
  receipt_profile: msg`Enter the details that the product needs.`,
  tracking: msg`Use the quantity 1 for each piece.`,
  outcome_unknown: msg`Look whether it took effect before you try again.`,
};
