import type { Answer } from "@asbuilt/client";
import { Trans } from "@lingui/react/macro";
import { usePages } from "../../client/queries.ts";
import { ItemChangeWords } from "../../contract/item-change-words.tsx";
import { useFieldLabel } from "../../contract/field-form.tsx";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Waiting } from "../../ui/page.tsx";
import { Moment } from "../../ui/values.tsx";

type Change = Answer<"materialItemHistory">[number];

/** Who changed what in the item, when and why. */
export function HistoryTab({ id }: { readonly id: number }) {
  const history = usePages("materialItemHistory", { body: { id }, query: { limit: 100 } });
  if (!history.data) return history.error ? <ProblemNotice error={history.error} /> : <Waiting />;
  const changes = history.data.pages.flatMap(({ rows }) => rows);
  return (
    <section className="card">
      <ol>
        {changes.map((change) => (
          <ChangeEntry key={change.seq} change={change} />
        ))}
      </ol>
      {history.hasNextPage ? (
        <Button onClick={() => history.fetchNextPage()} disabled={history.isFetching}>
          <Trans>Show more</Trans>
        </Button>
      ) : undefined}
    </section>
  );
}

function ChangeEntry({ change }: { readonly change: Change }) {
  const label = useFieldLabel();
  const differences = differencesOf(change);
  return (
    <li className="change">
      <p>
        <strong>
          <ItemChangeWords change={change} />
        </strong>{" "}
        {change.user}
        {", "}
        <Moment at={change.at} />
      </p>
      {change.reasonSUID ? <p>{change.reasonSUID}</p> : undefined}
      {change.comment ? <p>{change.comment}</p> : undefined}
      {differences.length > 0 ? (
        <dl className="differences">
          {differences.map(({ name, before, after }) => (
            <div key={name} style={{ display: "contents" }}>
              <dt className="soft">{label(name)}</dt>
              <dd>
                {before === undefined ? undefined : <del>{before}</del>} {after}
              </dd>
            </div>
          ))}
        </dl>
      ) : undefined}
    </li>
  );
}

/** What every change sets, and no person looks for. */
const bookkeeping = new Set(["id", "revNo", "lastEditDT", "lastEditUserID"]);

function differencesOf({ before, after }: Change) {
  const names = Object.keys(after ?? before ?? {}).filter((name) => !bookkeeping.has(name));
  return names.flatMap((name) => {
    const [old, now] = [textOf(before?.[name]), textOf(after?.[name])];
    return old === now ? [] : [{ name, before: old, after: now }];
  });
}

const textOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
};
