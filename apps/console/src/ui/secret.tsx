import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { CopyButton } from "./copy.tsx";
import { Notice } from "./notice.tsx";

interface SecretProps {
  readonly label: string;
  /** Null if the service has shown it before. */
  readonly value: string | null;
  /** What to do if nobody has the secret any more. */
  readonly whenGone: ReactNode;
}

/** A text that the service shows once, and never again. */
export function Secret({ label, value, whenGone }: SecretProps) {
  if (value === null) {
    return (
      <Notice
        meaning="caution"
        title={<Trans>The service has shown this before, and shows it only once.</Trans>}
      >
        <p>{whenGone}</p>
      </Notice>
    );
  }
  return (
    <Notice meaning="caution" title={<Trans>Keep it now. It is never shown again.</Trans>}>
      <div className="row">
        <code className="secret" aria-label={label}>
          {value}
        </code>
        <CopyButton text={() => value}>
          <Trans>Copy</Trans>
        </CopyButton>
      </div>
    </Notice>
  );
}
