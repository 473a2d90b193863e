import type { Problem } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { kindNames } from "./later-texts.ts";

/** The facts behind a refusal: what uses the record, and the signatures that it waits for. */
export const ProblemFacts = ({ problem }: { readonly problem: Problem }) => (
  <>
    <Uses counts={problem.counts ?? {}} />
    <MissingSignatures of={problem.signatures ?? []} />
  </>
);

/** The records that keep another one from being deleted or changed. */
function Uses({ counts }: { readonly counts: NonNullable<Problem["counts"]> }) {
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

/** On what, with which meaning, and by whom. */
function MissingSignatures({ of }: { readonly of: NonNullable<Problem["signatures"]> }) {
  if (of.length === 0) return undefined;
  return (
    <ul>
      {of.map(({ entity, id, name, ruleID, meaning, missing, roles, byAnother }) => (
        <li key={`${entity} ${id} ${ruleID}`}>
          {name}: {missing} × <strong>{meaning}</strong>
          {roles ? ` (${roles.join(", ")})` : undefined}
          {byAnother ? (
            <>
              {" "}
              <Trans>by another person than who did the work</Trans>
            </>
          ) : undefined}
        </li>
      ))}
    </ul>
  );
}
