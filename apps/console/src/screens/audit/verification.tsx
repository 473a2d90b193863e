import type { Answer } from "@asbuilt/client";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, Waiting } from "../../ui/page.tsx";
import { type KeptAnchor, readKeptAnchor } from "./kept-anchor.rules.ts";

type Verified = Answer<"auditVerify">;

/** Checks every seal and every record, when a person says so: it reads the whole database. */
export function Verification() {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const [isUnread, setUnread] = useState(false);
  const [anchor, setAnchor] = useState<KeptAnchor | null>();
  const call = { body: { anchor: anchor ?? null } };
  const verification = useRead("auditVerify", call, anchor !== undefined);
  const { data, error, isFetching, refetch } = verification;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const kept = text.trim() === "" ? null : readKeptAnchor(text);
    setUnread(kept === undefined);
    if (kept === undefined) return;
    const isSame = anchor !== undefined && JSON.stringify(kept) === JSON.stringify(anchor);
    if (isSame) void refetch();
    else setAnchor(kept);
  };
  return (
    <section className="card form" aria-labelledby="verification">
      <h2 id="verification">{t`Verification`}</h2>
      <p>
        <Trans>
          It checks every seal, and compares every table with the change log. It reads the whole
          database, which takes a while in a large plant.
        </Trans>
      </p>
      <form className="form" onSubmit={submit}>
        <Field
          label={t`A seal that was kept`}
          hint={t`Optional: the text of a saved file. The record must still have this seal.`}
          error={isUnread ? t`This is not a seal. A seal has an id and a hash.` : undefined}
        >
          {(connected) => (
            <textarea
              {...connected}
              rows={3}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <div className="form-actions">
          <Button type="submit" kind="main" disabled={isFetching}>
            <Trans>Verify</Trans>
          </Button>
        </div>
      </form>
      {isFetching ? <Waiting /> : undefined}
      {error ? <ProblemNotice error={error} /> : undefined}
      {data && !isFetching ? <Result verified={data} /> : undefined}
    </section>
  );
}

function Result({ verified }: { readonly verified: Verified }) {
  const { t, i18n } = useLingui();
  const { isSound, findings, isCutOff, seals, sealed, unsealed, keys } = verified;
  return (
    <>
      {isSound ? (
        <Notice
          meaning="good"
          title={t`The record is sound: nothing differs from what was sealed.`}
        />
      ) : (
        <Notice
          meaning="bad"
          title={
            <Plural
              value={findings.length}
              one="The record is not sound: # finding."
              other="The record is not sound: # findings."
            />
          }
        >
          {isCutOff ? (
            <p>
              <Trans>There are more findings than these.</Trans>
            </p>
          ) : undefined}
          <p>
            <Trans>
              Change nothing. Keep a copy of the database, and call who runs the service.
            </Trans>
          </p>
        </Notice>
      )}
      {findings.length > 0 ? <Findings findings={findings} /> : undefined}
      <Facts
        facts={[
          [t`Seals`, i18n.number(seals)],
          [t`Changes under seals`, i18n.number(sealed)],
          [t`Changes not sealed yet`, i18n.number(unsealed)],
          [t`Keys that signed`, keys.map((key) => <code key={key}>{key} </code>)],
        ]}
      />
    </>
  );
}

const Findings = ({ findings }: Pick<Verified, "findings">) => {
  const { t } = useLingui();
  return (
    <table className="findings">
      <thead>
        <tr>
          <th scope="col">{t`Record`}</th>
          <th scope="col">{t`Finding`}</th>
        </tr>
      </thead>
      <tbody>
        {findings.map(({ record, problem }) => (
          <tr key={`${record} ${problem}`}>
            <th scope="row">{record}</th>
            <td>{problem}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
