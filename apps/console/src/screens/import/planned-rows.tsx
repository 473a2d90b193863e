import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useFieldLabel } from "../../contract/field-form.tsx";
import { Value } from "../../contract/stale-changes.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip, type Meaning } from "../../ui/notice.tsx";
import { useRowFault } from "./fault-text.ts";
import { type Effect, type FieldChange, subjectOf } from "./preview.rules.ts";
import type { PlannedRow } from "./use-plan.ts";

/** The rows that are shown first. A person asks for more. */
const shownAtFirst = 100;

/** What each row would do: those that are refused come first. */
export function PlannedRows({ planned }: { readonly planned: readonly PlannedRow[] }) {
  const { t } = useLingui();
  const [count, setCount] = useState(shownAtFirst);
  const isRefused = ({ effect }: PlannedRow) => effect.does === "refused";
  const inOrder = [...planned.filter(isRefused), ...planned.filter((one) => !isRefused(one))];
  const rest = planned.length - count;
  return (
    <section className="card import-rows" aria-label={t`What each row does`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t`Line`}</th>
            <th scope="col">{t`Record`}</th>
            <th scope="col">{t`Effect`}</th>
            <th scope="col">{t`Details`}</th>
          </tr>
        </thead>
        <tbody>
          {inOrder.slice(0, count).map((one) => (
            <PlannedRowOf key={one.row.line} planned={one} />
          ))}
        </tbody>
      </table>
      {rest > 0 ? (
        <Button onClick={() => setCount(count + shownAtFirst)}>
          <Plural value={rest} one="Show # more" other="Show # more" />
        </Button>
      ) : undefined}
    </section>
  );
}

function PlannedRowOf({ planned: { row, effect } }: { readonly planned: PlannedRow }) {
  const { fields, line, shortened } = row;
  const { does } = effect;
  return (
    <tr>
      <td className="number">{line}</td>
      <th scope="row">{subjectOf(fields) ?? "—"}</th>
      <td>
        <EffectChip does={does} />
      </td>
      <td>
        {does === "refused" ? <Faults faults={effect.faults} /> : undefined}
        {does === "change" ? <Changes changes={effect.changes} /> : undefined}
        {does === "create" ? <Given fields={fields} /> : undefined}
        {shortened.map((name) => (
          <p key={name} className="soft">
            <Trans>{name} was probably shortened by a spreadsheet.</Trans>
          </p>
        ))}
      </td>
    </tr>
  );
}

const meanings: Readonly<Record<Effect["does"], Meaning>> = {
  create: "good",
  change: "caution",
  nothing: "neutral",
  refused: "bad",
};

function EffectChip({ does }: Pick<Effect, "does">) {
  const { t } = useLingui();
  const names = { create: t`New`, change: t`Changed`, nothing: t`As it is`, refused: t`Refused` };
  return <Chip meaning={meanings[does]}>{names[does]}</Chip>;
}

function Faults({ faults }: Pick<Extract<Effect, { does: "refused" }>, "faults">) {
  const textOf = useRowFault();
  return (
    <ul>
      {faults.map(textOf).map((text) => (
        <li key={text} className="field-error">
          {text}
        </li>
      ))}
    </ul>
  );
}

function Changes({ changes }: { readonly changes: readonly FieldChange[] }) {
  const label = useFieldLabel();
  return (
    <ul>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {label(field)}: <Value value={before ?? "—"} /> → <Value value={after} />
        </li>
      ))}
    </ul>
  );
}

/** The fields of a new record in one line. */
function Given({ fields }: Pick<PlannedRow["row"], "fields">) {
  const label = useFieldLabel();
  const name = subjectOf(fields);
  return Object.entries(fields)
    .filter(([, value]) => value !== name)
    .map(([field, value], index) => (
      <span key={field}>
        {index > 0 ? " · " : ""}
        <span className="soft">{label(field)}</span> <Value value={value} />
      </span>
    ));
}
