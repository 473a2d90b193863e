import { type Problem, ProblemError } from "@asbuilt/client";
import { i18n as catalogue, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Unreachable } from "../client/asbuilt.ts";
import { Notice } from "../ui/notice.tsx";
import { type Fault, faultPlace, isOfEmptyField, isWithin } from "./faults.rules.ts";
import { kindNames } from "./kinds.ts";
import { fieldLabels } from "./field-labels.gen.ts";

/** What was refused, in the person's language. Other codes have the service's title. */
const sentences: Readonly<Record<string, MessageDescriptor>> = {
  already_built: msg`This is built into something already.`,
  backdated: msg`It happened too long ago to be recorded with this key.`,
  before_it_was: msg`It would have happened before the item was there.`,
  contains_held: msg`Something in this unit is on hold.`,
  cycle: msg`An item can't be part of itself.`,
  decimal_places: msg`The quantity has too many decimals.`,
  details_contradict: msg`The details contradict each other.`,
  external_ref_conflict: msg`The reference was used for another request.`,
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
  reference_owned: msg`The reference belongs to another user.`,
  serial_range: msg`The serial range forbids this serial.`,
  tracking: msg`This is tracked piece by piece.`,
  validation_failed: msg`Some fields must be corrected.`,
};

/** What a person can do about a refusal, for the codes where the detail does not say it. */
const actions: Readonly<Record<string, MessageDescriptor>> = {
  unauthorized: msg`Sign in again with a valid key.`,
  forbidden: msg`Ask an administrator for a key with the role that this needs.`,
  key_bound: msg`Ask an administrator: this key is bound to less than its role.`,
  stale_revision: msg`Someone else changed this meanwhile. Close the form, look at the new values, and edit again.`,
  in_use: msg`Retire it instead: what uses it keeps it, and no new use is accepted.`,
  item_on_hold: msg`Call quality: the hold must be released first.`,
  item_expired: msg`Set it aside and call quality.`,
  rate_limited: msg`Wait a moment, then try again.`,
  overloaded: msg`Wait a moment, then try again.`,
  already_built: msg`Remove it there first, or take another one.`,
  backdated: msg`Ask an engineer to record it.`,
  before_it_was: msg`Check the clock of this device.`,
  cycle: msg`Scan the part that goes into this unit.`,
  decimal_places: msg`Enter a quantity with fewer decimals.`,
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

/** A refusal as a person reads it. */
export interface ProblemText {
  readonly title: string;
  readonly detail: string;
  readonly action: string | undefined;
}

type Refused = Pick<Problem, "code" | "title" | "detail" | "errors">;

/** Returns how to write a refusal in the person's language. The detail is the service's own. */
export function useProblemText(): (problem: Refused) => ProblemText {
  const { i18n } = useLingui();
  return (problem) => {
    const { code, title, detail } = problem;
    const [sentence, action] = [sentences[code], actions[code]];
    const faults = faultsOf(problem).map(faultText);
    return {
      title: sentence ? i18n._(sentence) : title,
      detail: faults.length > 0 ? faults.join(" ") : detail,
      action: action ? i18n._(action) : undefined,
    };
  };
}

/** The fields that a request must change, of a refusal that lists all of them. */
const faultsOf = ({ code, errors }: Refused): readonly Fault[] =>
  code === "validation_failed" ? (errors ?? []) : [];

const emptyField = msg`Fill this in.`;

const faultDetail = (fault: Fault): string =>
  isOfEmptyField(fault) ? catalogue._(emptyField) : fault.detail;

function faultText(fault: Fault): string {
  const place = faultPlace(fault, (name) => {
    const label = fieldLabels[name];
    return label ? catalogue._(label) : name;
  });
  return place === "" ? fault.detail : `${place}: ${faultDetail(fault)}`;
}

interface ProblemNoticeProps {
  readonly error: unknown;
  /** The fields that show their errors themselves, by the names of `fieldErrorOf`. */
  readonly fields?: readonly string[];
}

/** Shows an error as a person can act on it: what was refused, why, and what to do. */
export function ProblemNotice({ error, fields }: ProblemNoticeProps) {
  const { t } = useLingui();
  const textOf = useProblemText();
  if (error instanceof Unreachable) {
    return (
      <Notice meaning="bad" title={t`The service can't be reached.`}>
        <p>
          <Trans>Check the network. Nothing is lost: try again when it is back.</Trans>
        </p>
      </Notice>
    );
  }
  if (!(error instanceof ProblemError)) {
    return (
      <Notice meaning="bad" title={t`This screen failed.`}>
        {String(error)}
      </Notice>
    );
  }
  const { code, requestId, counts = {} } = error.problem;
  const { title, detail, action } = textOf(error.problem);
  return (
    <Notice meaning="bad" title={title}>
      <Detail problem={error.problem} detail={detail} fields={fields} />
      <Uses counts={counts} />
      {action ? <p>{action}</p> : undefined}
      {requestId ? (
        <p className="field-hint">
          <Trans>
            Code <code>{code}</code>, request <code>{requestId}</code>
          </Trans>
        </p>
      ) : undefined}
    </Notice>
  );
}

interface DetailProps {
  readonly problem: Refused;
  readonly detail: string;
  readonly fields: readonly string[] | undefined;
}

/** Why a request was refused, without what stands beside fields. */
function Detail({ problem, detail, fields }: DetailProps) {
  const { errors = [] } = problem;
  const others = errors.filter((fault) => !fields?.some((name) => isOfField(fault, name)));
  const isListed = others.length < errors.length || faultsOf(problem).length > 1;
  if (!isListed) return <p>{detail}</p>;
  if (others.length === 0) return undefined;
  return (
    <ul>
      {others.map((fault) => (
        <li key={fault.pointer + fault.detail}>{faultText(fault)}</li>
      ))}
    </ul>
  );
}

/** The records that keep another one from being deleted or changed. */
function Uses({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  const { i18n } = useLingui();
  const uses = Object.entries(counts);
  if (uses.length === 0) return undefined;
  return (
    <ul className="uses">
      {uses.map(([kind, count]) => (
        <li key={kind}>
          {kindNames[kind] ? i18n._(kindNames[kind]) : kind}:{" "}
          <strong>{count.toLocaleString(i18n.locale)}</strong>
        </li>
      ))}
    </ul>
  );
}

const isOfField = ({ pointer }: Fault, name: string): boolean =>
  pointer === `/${name}` || pointer === `#/${name}`;

/** Tells whether a problem names a field of a request, or a part of it. */
export const namesField = (error: unknown, name: string): boolean =>
  error instanceof ProblemError &&
  (error.problem.errors ?? []).some((fault) => isWithin(fault, name));

/** Returns the messages for a field of a request, from the problem's list of errors. */
export function fieldErrorOf(error: unknown, name: string): string | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  const found = error.problem.errors?.filter((one) => isOfField(one, name)) ?? [];
  return found.map(faultDetail).join(" ") || undefined;
}
