import { Trans, useLingui } from "@lingui/react/macro";
import { useWrite } from "../../client/queries.ts";
import { type Draft, FieldForm } from "../../contract/field-form.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import {
  actionFields,
  dialogInputs,
  partFields,
  type PlainActionName,
  plainActions,
} from "./actions.tsx";
import type { Item } from "./item.ts";

interface ActionDialogProps {
  readonly action: PlainActionName;
  readonly item: Item;
  readonly onClose: () => void;
}

/** One action on one item: its fields, and its refusal if the service refuses it. */
export function ActionDialog({ action, item, onClose }: ActionDialogProps) {
  const { i18n } = useLingui();
  const { operation, name } = plainActions[action];
  const write = useWrite(operation);
  const submit = (changes: Draft) =>
    write.mutate({ body: { ...changes, id: item.id } }, { onSuccess: onClose });
  const isRelease = action === "release";
  return (
    <Dialog title={`${i18n._(name)}: ${item.visualSerialNo}`} onClose={onClose}>
      {action === "void" ? (
        <p>
          <Trans>
            Void takes back a receipt or start that never was. The serial is free again, and the
            history stays.
          </Trans>
        </p>
      ) : undefined}
      <FieldForm
        // There is nothing to choose of one hold.
        fields={actionFields(action).filter(
          ({ name: field }) => !isRelease || field !== "holdReason",
        )}
        folded={{ names: partFields(action) }}
        initial={{}}
        inputs={dialogInputs}
        submitLabel={i18n._(name)}
        error={write.error}
        isBusy={write.isPending}
        onSubmit={submit}
        onCancel={onClose}
      />
    </Dialog>
  );
}
