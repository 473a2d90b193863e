import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { FieldValue, useNamedLabel } from "../list/field-value.tsx";
import { Facts } from "../ui/page.tsx";
import { type Entry, factsOf, type OutboxOperation } from "./outbox.rules.ts";

/** The words of the station and of the screens that made the entries. */
const names: Readonly<Record<OutboxOperation, MessageDescriptor>> = {
  buildBuild: msg`Build`,
  buildRemove: msg`Take a part out`,
  materialItemComplete: msg`Complete it`,
  materialItemItemAdjust: msg`Adjust`,
  materialItemMove: msg`Move`,
  materialItemReceive: msg`Receive`,
};

export function EntryTitle({ entry }: { readonly entry: Entry }) {
  const { i18n } = useLingui();
  return <h3>{i18n._(names[entry.operation])}</h3>;
}

/** The request of an entry, field by field. */
export function EntryFacts({ entry }: { readonly entry: Entry }) {
  const label = useNamedLabel();
  return (
    <Facts
      facts={factsOf(entry.body).map(([name, value]) => [
        label(name),
        <FieldValue key={name} field={name} value={value} />,
      ])}
    />
  );
}
