import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRead } from "../client/queries.ts";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { Chip } from "../ui/notice.tsx";
import { Empty, Waiting } from "../ui/page.tsx";
import { Moment } from "../ui/values.tsx";
import { SignButton } from "./sign-dialog.tsx";
import type { SignedRecord } from "./signed-record.ts";

interface SignaturesProps {
  readonly record: SignedRecord;
  /** What people call the record. */
  readonly name: string;
}

/** The signatures of a record, each with whether it still covers it, and the way to sign it. */
export function Signatures({ record, name }: SignaturesProps) {
  const { entity, id } = record;
  const { data, error } = useRead("signatureList", { body: { entity, id } });
  if (!data) return error ? <ProblemNotice error={error} /> : <Waiting />;
  return (
    <section className="card">
      <p>
        <SignButton record={record} name={name} />
      </p>
      {data.length === 0 ? (
        <Empty>
          <Trans>Nobody has signed it yet.</Trans>
        </Empty>
      ) : (
        <SignatureTable signatures={data} />
      )}
    </section>
  );
}

function SignatureTable({ signatures }: { readonly signatures: Answer<"signatureList"> }) {
  const { t } = useLingui();
  return (
    <table className="slots">
      <thead>
        <tr>
          <th scope="col">{t`Meaning`}</th>
          <th scope="col">{t`Signed by`}</th>
          <th scope="col">{t`When`}</th>
          <th scope="col">{t`Revision`}</th>
          <th scope="col">{t`State`}</th>
        </tr>
      </thead>
      <tbody>
        {signatures.toReversed().map((one) => (
          <tr key={one.id}>
            <td>
              {one.meaning}
              {one.comment ? <p className="field-hint">{one.comment}</p> : undefined}
            </td>
            <td>{one.user}</td>
            <td>
              <Moment at={one.at} />
            </td>
            <td>{one.recordRevNo}</td>
            <td>
              {one.covers ? (
                <Chip meaning="good">
                  <Trans>Covers it as it is</Trans>
                </Chip>
              ) : (
                <Chip meaning="caution">
                  <Trans>Changed afterwards</Trans>
                </Chip>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
