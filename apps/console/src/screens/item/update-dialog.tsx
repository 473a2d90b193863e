import type { Call } from "@asbuilt/client";
import { useLingui } from "@lingui/react/macro";
import { useWrite } from "../../client/queries.ts";
import { FieldForm } from "../../contract/field-form.tsx";
import { requestFields } from "../../contract/fields.gen.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { itemInputs } from "./actions.tsx";
import type { Item } from "./item.ts";

interface UpdateDialogProps {
  readonly item: Item;
  readonly onClose: () => void;
}

/** The fields of a correction. Others have an action, such as Move, or are the service's own. */
const corrected: ReadonlySet<string> = new Set([
  "version",
  "uniqueID",
  "batchNo",
  "deliveryNo",
  "expiryDate",
  "nominalQty",
  "costPerUnit",
  "currency",
  "ownershipType",
  "orderNo",
  "status",
]);

const fields = requestFields.materialItemUpdate.filter(({ name }) => corrected.has(name));

/** Corrects the fields of an item that no other action sets. */
export function UpdateDialog({ item, onClose }: UpdateDialogProps) {
  const { t } = useLingui();
  const write = useWrite("materialItemUpdate");
  return (
    <Dialog title={t`Edit ${item.visualSerialNo}`} onClose={onClose}>
      <FieldForm
        fields={fields}
        initial={item}
        inputs={itemInputs}
        submitLabel={t`Save`}
        error={write.error}
        isBusy={write.isPending}
        onSubmit={(changes) => {
          // The form has read the values by the types of the contract, and the service checks them.
          const body = { ...item, ...changes } as NonNullable<Call<"materialItemUpdate">["body"]>;
          write.mutate({ path: { id: item.id }, body }, { onSuccess: onClose });
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
