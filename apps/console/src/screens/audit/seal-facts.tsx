import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Facts } from "../../ui/page.tsx";
import { saveJson } from "../../ui/save-file.ts";
import { Moment } from "../../ui/values.tsx";

/** A seal as it is kept: a listed one also has its first row. */
export type Seal = NonNullable<Answer<"auditAnchor">>;

/** All of a seal, to copy or to save. */
export function SealFacts({ seal }: { readonly seal: Seal }) {
  const { t, i18n } = useLingui();
  const { id, lastSeq, at, hash, signature, publicKey } = seal;
  const anchor: Seal = { id, lastSeq, at, hash, signature, publicKey };
  return (
    <>
      <Facts
        facts={[
          [t`Number`, i18n.number(id)],
          [t`Sealed`, <Moment key="at" at={at} />],
          [t`Covers changes up to`, i18n.number(lastSeq)],
        ]}
      />
      <Facts
        facts={[
          [t`Hash`, <code key="hash">{hash}</code>],
          [t`Signature`, <code key="signature">{signature}</code>],
          [t`Public key`, <code key="key">{publicKey}</code>],
        ]}
      />
      <div className="row">
        <CopyButton text={() => JSON.stringify(anchor)}>
          <Trans>Copy</Trans>
        </CopyButton>
        <Button onClick={() => saveJson(`seal-${id}.json`, anchor)}>
          <Trans>Save as a file</Trans>
        </Button>
      </div>
    </>
  );
}
