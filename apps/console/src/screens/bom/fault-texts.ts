import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { decimalFaults } from "../../contract/draft.ts";
import type { FaultCode } from "./faults.rules.ts";

/** The fault of a cell, in words. */
export const faultTexts: Readonly<Record<FaultCode, MessageDescriptor>> = {
  ...decimalFaults,
  required: msg`This must not be empty.`,
  negative: msg`This must be 0 or more.`,
  not_positive: msg`This must be above 0.`,
  minimum_above_quantity: msg`The minimum is above the quantity.`,
  maximum_below_quantity: msg`The maximum is below the quantity.`,
  second_default: msg`The slot has another default candidate.`,
  duplicate: msg`The slot has this product and version already.`,
  removed_before: msg`Save the removal of this product first.`,
};
