import { ProblemError } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useWrite } from "../../client/queries.ts";
import { type Draft, FieldForm } from "../../contract/field-form.tsx";
import { needed } from "../../contract/field.ts";
import { requestFields } from "../../contract/fields.gen.ts";
import { Quantity } from "../../ui/values.tsx";

interface CompleteFormProps {
  /** The order with all of its units, or one unit. */
  readonly operation: "worksOrderComplete" | "materialItemComplete";
  readonly id: number;
  readonly onClose: () => void;
}

type Problem = ProblemError["problem"];

/** What a person can let pass after a refusal, by its code. */
const allowances: Readonly<Record<string, string>> = {
  incomplete: "allowIncomplete",
  contains_held: "allowHeld",
};

/** Completes an order or a unit. What a refusal names can be let pass, with a comment that says why. */
export function CompleteForm({ operation, id, onClose }: CompleteFormProps) {
  const { t } = useLingui();
  const write = useWrite(operation);
  const [allowed, setAllowed] = useState<ReadonlySet<string>>(new Set());
  const problem = write.error instanceof ProblemError ? write.error.problem : undefined;
  const submit = (changes: Draft) =>
    write.mutate(
      { body: { ...changes, id } },
      {
        onSuccess: onClose,
        onError: (error) => {
          const allowance = error instanceof ProblemError && allowances[error.problem.code];
          if (allowance) setAllowed((before) => new Set([...before, allowance]));
        },
      },
    );
  const fields = requestFields[operation]
    .filter(({ name }) => name === "comment" || allowed.has(name))
    .map((field) => (allowed.size > 0 && field.name === "comment" ? needed(field) : field));
  return (
    <FieldForm
      fields={fields}
      initial={{}}
      submitLabel={t`Complete`}
      error={write.error}
      isBusy={write.isPending}
      onSubmit={submit}
      onCancel={onClose}
    >
      {problem ? <Gaps problem={problem} /> : undefined}
    </FieldForm>
  );
}

/** The units and slots that a refusal is about. */
function Gaps({ problem }: { readonly problem: Problem }) {
  const { t } = useLingui();
  const { slots = [], unfinished = [], held = [], count = slots.length } = problem;
  const contents = [...unfinished, ...held];
  if (slots.length + contents.length === 0) return undefined;
  return (
    // The list can be long: it is scrolled, also by keyboard, so that the buttons stay in sight.
    <section className="gaps" tabIndex={0} aria-label={t`What is missing`}>
      <ul>
        {slots.map((slot) => (
          <li key={`${slot.visualSerialNo} ${slot.bomSlotID}`}>
            <strong>{slot.visualSerialNo}</strong> {slot.description}: <Gap slot={slot} />
          </li>
        ))}
        {count > slots.length ? (
          <li>
            <Trans>And {count - slots.length} more slots</Trans>
          </li>
        ) : undefined}
        {contents.map(({ id, visualSerialNo, path }) => (
          <li key={id}>
            <strong>{visualSerialNo}</strong> {path.map((item) => item.visualSerialNo).join(" › ")}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Slot = NonNullable<Problem["slots"]>[number];

/** What a slot lacks: material, or the evidence that the device history record must have. */
function Gap({ slot: { required, built, unit, product, lacks } }: { readonly slot: Slot }) {
  if (lacks?.includes("bom")) return <Trans>the design names no part</Trans>;
  if (lacks?.includes("build") && required === 0) return <Trans>nothing is built into it</Trans>;
  return (
    <Trans>
      <Quantity value={built} /> of <Quantity value={required} unit={unit} /> {product}
    </Trans>
  );
}
