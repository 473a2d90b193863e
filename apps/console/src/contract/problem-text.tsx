import { ProblemError } from "@asbuilt/client";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Unreachable } from "../client/asbuilt.ts";
import { Notice } from "../ui/notice.tsx";
import { kindNames } from "./kinds.ts";

/** What a person can do about a refusal, for the codes where the detail does not say it. */
const actions: Readonly<Record<string, MessageDescriptor>> = {
  unauthorized: msg`Sign in again with a valid key.`,
  forbidden: msg`Ask an administrator for a key with the role that this needs.`,
  key_bound: msg`Ask an administrator: this key is bound to less than its role.`,
  stale_revision: msg`Someone else changed this meanwhile. Close the form, look at the new values, and edit again.`,
  in_use: msg`Retire it instead: what uses it keeps it, and no new use is accepted.`,
  item_on_hold: msg`Call quality: the hold must be released first.`,
  expired: msg`Set it aside and call quality.`,
  rate_limited: msg`Wait a moment, then try again.`,
  overloaded: msg`Wait a moment, then try again.`,
  outcome_unknown: msg`Look whether it took effect before you try again.`,
};

/** Shows an error as a person can act on it: what was refused, why, and what to do. */
export function ProblemNotice({ error }: { readonly error: unknown }) {
  const { t, i18n } = useLingui();
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
  const { code, title, detail, requestId, counts = {} } = error.problem;
  const action = actions[code];
  return (
    <Notice meaning="bad" title={title}>
      <p>{detail}</p>
      <Uses counts={counts} />
      {action ? <p>{i18n._(action)}</p> : undefined}
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

/** Returns the message for a field of a request, from the problem's list of errors. */
export function fieldErrorOf(error: unknown, name: string): string | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  const found = error.problem.errors?.find(
    ({ pointer }) => pointer === `/${name}` || pointer === `#/${name}`,
  );
  return found?.detail;
}
