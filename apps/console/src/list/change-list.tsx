import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Page } from "../client/asbuilt.ts";
import { useActionName } from "../contract/actions.ts";
import { ItemChangeWords } from "../contract/item-change-words.tsx";
import { useKindName } from "../contract/kinds.ts";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { Empty, Waiting } from "../ui/page.tsx";
import { Moment } from "../ui/values.tsx";
import { type Change, differencesOf, nameIn } from "./differences.rules.ts";
import { FieldValue, RecordName, useNamedLabel } from "./field-value.tsx";
import { ShowMore } from "./show-more.tsx";
import "./change-list.css";

interface ChangeListProps {
  readonly changes: UseInfiniteQueryResult<InfiniteData<Page<Answer<"historyList">[number]>>>;
  /** Whether each change names its record: those of many records are listed. */
  readonly namesRecords?: boolean;
  readonly whenEmpty: ReactNode;
}

/** Changes of records: who changed what, when and why. */
export function ChangeList({ changes, namesRecords = false, whenEmpty }: ChangeListProps) {
  const { data, error } = changes;
  if (!data) return error ? <ProblemNotice error={error} /> : <Waiting />;
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <Empty>{whenEmpty}</Empty>;
  return (
    <section className="card">
      <ol>
        {rows.map((change) => (
          <ChangeEntry key={change.seq} change={change} namesRecord={namesRecords} />
        ))}
      </ol>
      <ShowMore pages={changes} />
    </section>
  );
}

const itemEntities: ReadonlySet<string> = new Set(["MaterialItem", "CaseData"]);

interface ChangeEntryProps {
  readonly change: Change;
  readonly namesRecord: boolean;
}

function ChangeEntry({ change, namesRecord }: ChangeEntryProps) {
  const { t } = useLingui();
  const kindName = useKindName();
  const actionName = useActionName();
  const { action, entity, user, at, occurredAt, reasonSUID, comment, requestID, externalRef } =
    change;
  return (
    <li className="change">
      <p>
        <strong>
          {itemEntities.has(entity) ? (
            <ItemChangeWords change={change} />
          ) : (
            actionName(entity, action)
          )}
        </strong>{" "}
        {namesRecord ? (
          <ChangedRecord change={change} />
        ) : (
          <span className="soft">{kindName(entity)}</span>
        )}{" "}
        {user ?? t`the service`}
        {", "}
        <Moment at={at} />
      </p>
      {occurredAt ? (
        <p>
          <Trans>
            Happened at <Moment at={occurredAt} />
          </Trans>
        </p>
      ) : undefined}
      {reasonSUID ? (
        <p>
          <Trans>
            Reason: <FieldValue field="reasonSUID" value={reasonSUID} />
          </Trans>
        </p>
      ) : undefined}
      {comment ? <p>{comment}</p> : undefined}
      <Differences change={change} />
      <p className="field-hint">
        {requestID ? (
          <Trans>
            Request <code>{requestID}</code>
          </Trans>
        ) : undefined}{" "}
        {externalRef ? t`Reference ${externalRef.id} of ${externalRef.system}` : undefined}
      </p>
    </li>
  );
}

/** The record of a change, with the id that finds its changes. Items have a screen of their own. */
function ChangedRecord({ change }: { readonly change: Change }) {
  const { t } = useLingui();
  const kindName = useKindName();
  const { entity, id } = change;
  const name = (
    <>
      {kindName(entity)} {nameIn(change) ?? <RecordName kind={entity} id={id} />}
    </>
  );
  return (
    <>
      {entity === "MaterialItem" ? (
        <Link to="/items/$id" params={{ id: String(id) }}>
          {name}
        </Link>
      ) : (
        name
      )}{" "}
      <span className="soft">{t`ID ${id}`}</span>
    </>
  );
}

function Differences({ change }: { readonly change: Change }) {
  const { t } = useLingui();
  const label = useNamedLabel();
  const differences = differencesOf(change);
  if (differences.length === 0) return undefined;
  return (
    <dl className="differences">
      {differences.map(({ name, before, after }) => (
        <div key={name} style={{ display: "contents" }}>
          <dt className="soft">{label(name)}</dt>
          <dd>
            {before === undefined ? undefined : (
              <>
                <del>
                  <FieldValue field={name} value={before} />
                </del>{" "}
                →{" "}
              </>
            )}
            <ins>
              {after === undefined ? t`nothing` : <FieldValue field={name} value={after} />}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
