import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useFieldLabel } from "../contract/field-form.tsx";
import { Facts } from "../ui/page.tsx";
import type { Entry, OutboxOperation } from "./outbox.rules.ts";

const names: Readonly<Record<OutboxOperation, MessageDescriptor>> = {
  buildBuild: msg`Build`,
  buildRemove: msg`Remove`,
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
  const label = useFieldLabel();
  const facts = Object.entries(entry.body).filter(([, value]) => value !== false);
  return <Facts facts={facts.map(([name, value]) => [label(name), textOf(value)])} />;
}

const textOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
};
