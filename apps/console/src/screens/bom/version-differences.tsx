import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useFieldLabel } from "../../contract/field-form.tsx";
import { Value } from "../../contract/stale-changes.tsx";
import { Chip, type Meaning } from "../../ui/notice.tsx";
import { Empty } from "../../ui/page.tsx";
import type { Slot } from "./bom.ts";
import {
  type CandidateDifference,
  compareSlots,
  type FieldDifference,
  type SlotDifference,
} from "./compare.rules.ts";
import "../../list/change-list.css";

interface VersionDifferencesProps {
  readonly before: readonly Slot[];
  readonly after: readonly Slot[];
}

const kinds: Readonly<
  Record<SlotDifference["kind"], { readonly name: MessageDescriptor; readonly meaning: Meaning }>
> = {
  added: { name: msg`Added`, meaning: "good" },
  removed: { name: msg`Removed`, meaning: "bad" },
  changed: { name: msg`Changed`, meaning: "caution" },
};

/** The slots that differ between two versions, each with its fields and candidates. */
export function VersionDifferences({ before, after }: VersionDifferencesProps) {
  const differences = compareSlots(before, after);
  if (differences.length === 0) {
    return (
      <Empty>
        <Trans>The slots of the two versions are the same.</Trans>
      </Empty>
    );
  }
  return (
    <section className="card">
      <p>
        <Plural value={differences.length} one="# slot differs." other="# slots differ." />
      </p>
      <ul>
        {differences.map((difference) => (
          <SlotEntry
            key={`${difference.before?.id}-${difference.after?.id}`}
            difference={difference}
          />
        ))}
      </ul>
    </section>
  );
}

function KindChip({ kind }: Pick<SlotDifference, "kind">) {
  const { i18n } = useLingui();
  const { name, meaning } = kinds[kind];
  return <Chip meaning={meaning}>{i18n._(name)}</Chip>;
}

function SlotEntry({ difference }: { readonly difference: SlotDifference }) {
  const { kind, before, after, fields, properties, candidates } = difference;
  return (
    <li className="change">
      <p>
        <KindChip kind={kind} /> <strong>{(after ?? before)!.description}</strong>
      </p>
      {kind === "removed" ? undefined : (
        <Fields
          fields={fields.filter(({ field }) => kind === "changed" || field !== "description")}
        />
      )}
      <Fields fields={kind === "removed" ? [] : properties} />
      <ul className="candidate-differences">
        {(kind === "removed" ? [] : candidates).map((candidate) => (
          <CandidateEntry
            key={`${candidate.before?.id}-${candidate.after?.id}`}
            difference={candidate}
          />
        ))}
      </ul>
    </li>
  );
}

function CandidateEntry({ difference }: { readonly difference: CandidateDifference }) {
  const { kind, before, after, fields } = difference;
  return (
    <li>
      <p>
        <KindChip kind={kind} /> {(after ?? before)!.product} {(after ?? before)!.version}
      </p>
      {kind === "removed" ? undefined : (
        <Fields fields={fields.filter(({ field }) => kind === "changed" || field !== "product")} />
      )}
    </li>
  );
}

function Fields({ fields }: { readonly fields: readonly FieldDifference[] }) {
  const label = useFieldLabel();
  if (fields.length === 0) return undefined;
  return (
    <dl className="differences">
      {fields.map(({ field, before, after }) => (
        <div key={field} style={{ display: "contents" }}>
          <dt className="soft">{label(field)}</dt>
          <dd>
            {before === undefined ? undefined : (
              <>
                <del>
                  <Value value={before} />
                </del>
                {" → "}
              </>
            )}
            <ins>
              <Value value={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
