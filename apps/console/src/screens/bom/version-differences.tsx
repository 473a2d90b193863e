import type { Answer } from "@asbuilt/client";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useFieldLabel } from "../../contract/field-form.tsx";
import { Value } from "../../contract/stale-changes.tsx";
import { Chip, type Meaning } from "../../ui/notice.tsx";
import { Empty } from "../../ui/page.tsx";
import { candidateFields, propertiesOf, slotFields } from "./draft.rules.ts";
import "../../list/change-list.css";

type Comparison = Answer<"bomCompare">;
type SlotDifference = Comparison["slots"][number];
type CandidateDifference = SlotDifference["candidates"][number];
type Kind = SlotDifference["kind"];

const kinds: Readonly<
  Record<Kind, { readonly name: MessageDescriptor; readonly meaning: Meaning }>
> = {
  Added: { name: msg`Added`, meaning: "good" },
  Removed: { name: msg`Removed`, meaning: "bad" },
  Changed: { name: msg`Changed`, meaning: "caution" },
};

/** The slots that differ between two versions, each with its fields and candidates. */
export function VersionDifferences({ comparison }: { readonly comparison: Comparison }) {
  const { slots } = comparison;
  if (slots.length === 0) {
    return (
      <Empty>
        <Trans>The slots of the two versions are the same.</Trans>
      </Empty>
    );
  }
  return (
    <section className="card">
      <p>
        <Plural value={slots.length} one="# slot differs." other="# slots differ." />
      </p>
      <ul>
        {slots.map((difference) => (
          <SlotEntry key={`${difference.from?.id}-${difference.to?.id}`} difference={difference} />
        ))}
      </ul>
    </section>
  );
}

function KindChip({ kind }: { readonly kind: Kind }) {
  const { i18n } = useLingui();
  const { name, meaning } = kinds[kind];
  return <Chip meaning={meaning}>{i18n._(name)}</Chip>;
}

function SlotEntry({ difference }: { readonly difference: SlotDifference }) {
  const { kind, from, to, fields, properties, candidates } = difference;
  return (
    <li className="change">
      <p>
        <KindChip kind={kind} /> <strong>{(to ?? from)!.description}</strong>
      </p>
      {to ? (
        <>
          <Fields from={from} to={to} names={from ? fields : besides("description", slotFields)} />
          <Fields
            from={from && propertiesOf(from)}
            to={propertiesOf(to)}
            names={from ? properties : Object.keys(propertiesOf(to))}
          />
          <ul className="candidate-differences">
            {(from ? candidates : to.candidates.map(added)).map((candidate) => (
              <CandidateEntry
                key={`${candidate.from?.id}-${candidate.to?.id}`}
                difference={candidate}
              />
            ))}
          </ul>
        </>
      ) : undefined}
    </li>
  );
}

/** A candidate of a slot that was added. */
const added = (to: NonNullable<CandidateDifference["to"]>): CandidateDifference => ({
  kind: "Added",
  from: null,
  to,
  fields: [],
});

const besides = (shown: string, fields: readonly string[]) =>
  fields.filter((field) => field !== shown);

function CandidateEntry({ difference }: { readonly difference: CandidateDifference }) {
  const { kind, from, to, fields } = difference;
  const { product, version } = (to ?? from)!;
  return (
    <li>
      <p>
        <KindChip kind={kind} /> {product} {version}
      </p>
      {to ? (
        <Fields from={from} to={to} names={from ? fields : besides("product", candidateFields)} />
      ) : undefined}
    </li>
  );
}

interface FieldsProps {
  /** The record before the change; null for a new one. */
  readonly from: object | null;
  readonly to: object;
  readonly names: readonly string[];
}

/** The values of some fields. Those that a new record leaves empty are not shown. */
function Fields({ from, to, names }: FieldsProps) {
  const label = useFieldLabel();
  // The names are those of fields of both records.
  const [before, after] = [from, to] as readonly (Readonly<Record<string, unknown>> | null)[];
  const shown = names.filter((name) => before || after![name] != null);
  if (shown.length === 0) return undefined;
  return (
    <dl className="differences">
      {shown.map((name) => (
        <div key={name} style={{ display: "contents" }}>
          <dt className="soft">{label(name)}</dt>
          <dd>
            {before ? (
              <>
                <del>
                  <Value value={before[name]} />
                </del>
                {" → "}
              </>
            ) : undefined}
            <ins>
              <Value value={after![name]} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
