import type { OperationName } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { useWrite } from "../../client/queries.ts";
import { type Draft, FieldForm } from "../../contract/field-form.tsx";
import { requestFields } from "../../contract/fields.gen.ts";
import { labelled } from "../../contract/labelled-input.tsx";
import { HoldReasonSelect, ProductPicker } from "../../list/pickers.tsx";
import { Dialog } from "../../ui/dialog.tsx";

const inputs = { holdReason: labelled(HoldReasonSelect), productName: labelled(ProductPicker) };

interface HoldBatchDialogProps {
  /** The product and the batch, if the screen names them. */
  readonly batch?: Draft;
  readonly onClose: () => void;
}

const nothing: Draft = {};

/** Holds a batch, whether anything of it was received or not. */
export function HoldBatchDialog({ batch = nothing, onClose }: HoldBatchDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Hold a batch`} onClose={onClose}>
      <p>
        <Trans>
          All items of the batch are on hold then, also those that are received later. Nothing of
          them is built in or dispatched.
        </Trans>
      </p>
      <BatchForm
        operation="batchHoldUpsert"
        given={nothing}
        patch={batch}
        submitLabel={t`Hold`}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface BatchFormProps {
  readonly operation: Extract<OperationName, "batchHoldUpsert" | "batchHoldDelete">;
  /** The fields that the screen knows. The form asks for the others. */
  readonly given: Draft;
  /** Values that a person can change. */
  readonly patch?: Draft;
  readonly submitLabel: string;
  readonly onClose: () => void;
}

/** The fields of a batch's hold, as it begins or ends. */
export function BatchForm(props: BatchFormProps) {
  const { operation, given, patch = nothing, submitLabel, onClose } = props;
  const write = useWrite(operation);
  return (
    <FieldForm
      fields={requestFields[operation].filter(({ name }) => !(name in given))}
      inputs={inputs}
      initial={nothing}
      patch={patch}
      submitLabel={submitLabel}
      error={write.error}
      isBusy={write.isPending}
      // The form has read the values by the types of the contract.
      onSubmit={(changes) =>
        write.mutate({ body: { ...given, ...changes } as never }, { onSuccess: onClose })
      }
      onCancel={onClose}
    />
  );
}
