import type { Problem } from "@asbuilt/client";
import { Trans } from "@lingui/react/macro";

/** The signatures that an operation waits for: on what, with which meaning, and by whom. */
export function MissingSignatures({ of }: { readonly of: NonNullable<Problem["signatures"]> }) {
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
