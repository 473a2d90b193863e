import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import type { Draft } from "./draft.ts";
import type { FieldOf } from "./field.ts";
import { type Folded, isFilled } from "./folded.rules.ts";

export interface FieldGroup {
  readonly title: string;
  readonly names: readonly string[];
}

interface FormGroupsProps {
  readonly fields: readonly FieldOf[];
  readonly groups: readonly FieldGroup[];
  readonly showInput: (field: FieldOf) => ReactNode;
}

interface FormFieldsProps extends FormGroupsProps {
  readonly folded: Folded;
  readonly record: Draft;
  readonly isRefused: (name: string) => boolean;
}

/** The fields of a form, in their groups. The folded ones come last. */
export function FormFields({ folded, record, isRefused, ...shown }: FormFieldsProps) {
  const isFolded = ({ name }: FieldOf) => folded.names.includes(name);
  const more = shown.fields.filter(isFolded);
  return (
    <>
      <FormGroups {...shown} fields={shown.fields.filter((field) => !isFolded(field))} />
      {more.length > 0 ? (
        <MoreFields
          isOpenAtFirst={isFilled(folded, record)}
          isRefused={more.some(({ name }) => isRefused(name))}
        >
          <FormGroups {...shown} fields={more} />
        </MoreFields>
      ) : undefined}
    </>
  );
}

function FormGroups({ fields, groups, showInput }: FormGroupsProps) {
  const grouped = new Set(groups.flatMap(({ names }) => names));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const filled = groups.filter(({ names }) => names.some((name) => byName.has(name)));
  return (
    <>
      {filled.map(({ title, names }) => (
        <fieldset key={title} className="group field-grid">
          <legend>{title}</legend>
          {names.flatMap((name) => byName.get(name) ?? []).map(showInput)}
        </fieldset>
      ))}
      {fields.filter(({ name }) => !grouped.has(name)).map(showInput)}
    </>
  );
}

interface MoreFieldsProps {
  readonly isOpenAtFirst: boolean;
  readonly isRefused: boolean;
  readonly children: ReactNode;
}

/** The folded fields. An error in one of them opens them. */
function MoreFields({ isOpenAtFirst, isRefused, children }: MoreFieldsProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details
      open={isOpen || isRefused}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <Trans>More fields</Trans>
      </summary>
      <div className="form">{children}</div>
    </details>
  );
}
