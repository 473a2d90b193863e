import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useRead, useWrite } from "../../client/queries.ts";
import { FieldForm, type InputProps, RequestField } from "../../contract/field-form.tsx";
import { requestFields } from "../../contract/fields.gen.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Select } from "../../list/pickers.tsx";
import { Button } from "../../ui/button.tsx";
import { Check } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Waiting } from "../../ui/page.tsx";
import { newestFirst } from "../bom/version-number.rules.ts";
import type { Order } from "./order.ts";

interface VersionFormProps {
  readonly order: Order;
  readonly onClose: () => void;
}

const fields = requestFields.worksOrderChangeVersion.filter(
  ({ name }) => name === "version" || name === "comment",
);

/** Gives a running order with its open units, or only some of the units, another version of its BoM. */
export function VersionForm({ order, onClose }: VersionFormProps) {
  const { t } = useLingui();
  const write = useWrite("worksOrderChangeVersion");
  const found = useRead("bomList", { body: { id: order.bomID } });
  const [chosen, setChosen] = useState<ReadonlySet<number>>();
  if (write.data) return <Moved count={write.data.items.length} onClose={onClose} />;
  const [bom] = found.data ?? [];
  if (!bom) return <Waiting />;
  const released = newestFirst(bom.versions)
    .filter(({ status }) => status === "Released")
    .map(({ version }) => version);
  const others = released.filter((version) => version !== order.version);
  if (others.length === 0) {
    return (
      <p>
        <Trans>Its BoM has no other released version.</Trans>
      </p>
    );
  }
  const items = chosen && { items: [...chosen].map((id) => ({ id })) };
  return (
    <>
      <Choice order={order} chosen={chosen} onChange={setChosen} />
      <FieldForm
        fields={fields}
        // A unit that went to another version alone can go back.
        inputs={inputsFor(chosen ? released : others)}
        initial={{ version: others[0]! }}
        submitLabel={t`Change the BoM version`}
        error={write.error}
        isBusy={write.isPending}
        onSubmit={(changes) =>
          write.mutate({
            body: { version: others[0]!, ...changes, ...items, id: order.id, revNo: order.revNo },
          })
        }
        onCancel={onClose}
      />
    </>
  );
}

interface ChoiceProps {
  readonly order: Order;
  /** The ids of the units that go; undefined if the order goes with all of them. */
  readonly chosen: ReadonlySet<number> | undefined;
  readonly onChange: (chosen: ReadonlySet<number> | undefined) => void;
}

/** Says what goes to the version, and offers to choose units of the order. */
const Choice = ({ order, chosen, onChange }: ChoiceProps) => (
  <>
    <p>
      {chosen ? (
        <Trans>
          Only the chosen units go to it, with what is built into them. Further units are started by
          version {order.version}.
        </Trans>
      ) : (
        <Trans>
          The units that are not finished go to it, with what is built into them. Further units are
          started by it too.
        </Trans>
      )}
    </p>
    <Check
      label={<Trans>Only some of the units</Trans>}
      isChecked={chosen !== undefined}
      onChange={(isSome) => onChange(isSome ? new Set() : undefined)}
    />
    {chosen ? <OpenUnits order={order} chosen={chosen} onChange={onChange} /> : undefined}
  </>
);

/** The units of an order that are not finished, each to choose. */
function OpenUnits({
  order,
  chosen,
  onChange,
}: ChoiceProps & { readonly chosen: ReadonlySet<number> }) {
  const read = useRead("worksOrderCompleteness", { body: { id: order.id } });
  if (read.error) return <ProblemNotice error={read.error} />;
  if (!read.data) return <Waiting />;
  const open = read.data.units.filter(({ isOpen }) => isOpen);
  return (
    <fieldset className="version-units">
      <legend>
        <Trans>Units</Trans>
      </legend>
      {open.map(({ id, visualSerialNo }) => (
        <Check
          key={id}
          label={visualSerialNo}
          isChecked={chosen.has(id)}
          onChange={(isChosen) =>
            onChange(new Set([...chosen, id].filter((one) => isChosen || one !== id)))
          }
        />
      ))}
      {read.data.openCount > open.length ? (
        <p className="soft">
          <Trans>Only {open.length} of the units are listed.</Trans>
        </p>
      ) : undefined}
    </fieldset>
  );
}

const inputsFor = (versions: readonly string[]) => ({
  version: ({ field, value, error, onChange }: InputProps) => (
    <RequestField field={field} error={error}>
      {(connected) => (
        <Select
          connected={connected}
          value={typeof value === "string" ? value : ""}
          onChange={onChange}
          options={versions.map((version) => ({ value: version, label: version }))}
        />
      )}
    </RequestField>
  ),
});

const Moved = ({ count, onClose }: { readonly count: number; readonly onClose: () => void }) => (
  <Notice
    meaning="good"
    title={
      <Plural
        value={count}
        one="# unit went to the version."
        other="# units went to the version."
      />
    }
  >
    <div className="form-actions">
      <Button kind="main" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </div>
  </Notice>
);
