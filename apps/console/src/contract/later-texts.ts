import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

export { fieldLabels } from "./field-labels.gen.ts";
export { kindNames } from "./kinds.ts";

/**
 * The sentences of all other refusals. The codes that are missing are of requests that the console
 * never sends: they have the service's title.
 */
export const moreSentences: Readonly<Record<string, MessageDescriptor>> = {
  already_received: msg`This dispatch was received before.`,
  document_refused: msg`The document of the unit is not accepted.`,
  document_required: msg`A receipt from this plant needs the document of the unit.`,
  attachments_off: msg`The service has no place for attachments.`,
  too_large: msg`The file is too large: at most 25 MiB.`,
  unsupported_media_type: msg`Files of this type are not accepted.`,
  external_ref_conflict: msg`The reference was used for another request.`,
  reference_owned: msg`The reference belongs to another user.`,
  serial_range: msg`The serial range forbids this serial.`,
  ambiguous_name: msg`The name fits several records.`,
  bom_status: msg`The status of the BoM version forbids this.`,
  cross_site: msg`The request does not come from a page of this service.`,
  duplicate: msg`There is a record with this name or code already.`,
  fixed: msg`This can't be changed any more.`,
  forbidden: msg`Your role does not permit this.`,
  in_use: msg`Other records use this.`,
  internal: msg`The service has failed.`,
  key_bound: msg`This key is not for this work.`,
  last_admin: msg`Then nobody could administer the service.`,
  negative_quantity: msg`Less than nothing would be left.`,
  outcome_unknown: msg`Nobody knows whether this took effect.`,
  overloaded: msg`The service has too much to do.`,
  pin_locked: msg`Too many wrong PINs. Wait a few minutes.`,
  pin_refused: msg`The badge or the PIN is not right.`,
  pin_temporary: msg`An administrator chose this PIN.`,
  other_user: msg`Another person has signed in here meanwhile.`,
  rate_limited: msg`These were too many requests together.`,
  reserved: msg`The service needs this record.`,
  sign_in_again: msg`This needs your PIN, or a fresh sign-in.`,
  stale_revision: msg`Someone else has changed this meanwhile.`,
  too_many: msg`These are too many entries.`,
  unauthorized: msg`The key is not valid.`,
  unavailable: msg`The service can't do this now.`,
  directory_unreachable: msg`The company's directory can't be reached.`,
  unit_mismatch: msg`The units do not fit.`,
  unknown_placeholder: msg`This label has no such placeholder.`,
};

/** The next step after them. */
export const moreActions: Readonly<Record<string, MessageDescriptor>> = {
  attachments_off: msg`Ask who runs the service to set one.`,
  too_large: msg`Take a smaller picture, or a part of the file.`,
  unsupported_media_type: msg`Use PNG, JPEG, WebP, PDF, text, CSV, JSON or STEP.`,
  in_use: msg`Retire it instead: what uses it keeps it, and no new use is accepted.`,
  stale_revision: msg`Close the form, look at the new values, and edit again.`,
  forbidden: msg`Ask an administrator for a key with the role that this needs.`,
  key_bound: msg`Ask an administrator: this key is bound to less than its role.`,
  pin_refused: msg`Type the PIN again, or ask an administrator for a new one.`,
  pin_temporary: msg`Set your own PIN first.`,
  sign_in_again: msg`Sign in again, then try again.`,
  unauthorized: msg`Sign in again with a valid key.`,
  rate_limited: msg`Wait a moment, then try again.`,
  overloaded: msg`Wait a moment, then try again.`,
  ambiguous_name: msg`Type more of the name.`,
  duplicate: msg`Use another one, or change the record that there is.`,
  internal: msg`Try again. If it happens again, give the code and the request below to who runs the service.`,
  last_admin: msg`First make a key for another administrator.`,
  unavailable: msg`Wait a moment, then try again.`,
  directory_unreachable: msg`Wait a moment, then try again.`,
};

type Rule = readonly [text: RegExp, sentence: (limit: string) => MessageDescriptor];

/** The service's texts for broken rules of fields, and the same in the person's language. */
const rules: readonly Rule[] = [
  [/^Must be a whole number\.$/, () => msg`Enter a whole number.`],
  [/^Must be a number\.$/, () => msg`Enter a number.`],
  [/^Must be one of (.+)\.$/, (values) => msg`Must be one of ${values}.`],
  [/^At least one (?:character|entry)\.$/, () => msg`Fill this in.`],
  [/^At most (\d+) characters\.$/, (limit) => msg`At most ${limit} characters.`],
  [/^At most (\d+) bytes\b/, (limit) => msg`At most ${limit} bytes. Letters such as ä have two.`],
  [/^At most (\d+) entries\.$/, (limit) => msg`At most ${limit} entries.`],
  [/^At most (\d+) decimals\.$/, (limit) => msg`At most ${limit} decimals.`],
  [
    /^At most (\d+) digits before the point\.$/,
    (limit) => msg`At most ${limit} digits before the point.`,
  ],
  [/^At most (\d+)\.$/, (limit) => msg`At most ${limit}.`],
  [/^At least (\d+)\.$|^Must be (\d+) or more\.$/, (limit) => msg`At least ${limit}.`],
  [/^An RFC 3339 time\b/, () => msg`Enter a date, or a date and a time.`],
];

/** Returns the sentence for a broken rule of a field; undefined for one that only the service can say. */
export function ruleOf(detail: string): MessageDescriptor | undefined {
  for (const [text, sentence] of rules) {
    const found = text.exec(detail);
    if (found) return sentence(found[1] ?? found[2] ?? "");
  }
  return undefined;
}
