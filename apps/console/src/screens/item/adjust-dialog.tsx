import { useLingui } from "@lingui/react/macro";
import { useWrite } from "../../client/queries.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { AdjustForm } from "./adjust-form.tsx";
import type { Item } from "./item.ts";

interface AdjustDialogProps {
  readonly item: Item;
  readonly onClose: () => void;
}

/** The adjustment of one item's quantity. */
export function AdjustDialog({ item, onClose }: AdjustDialogProps) {
  const { t } = useLingui();
  const write = useWrite("materialItemItemAdjust");
  return (
    <Dialog title={t`Adjust ${item.visualSerialNo}`} onClose={onClose}>
      <AdjustForm
        item={item}
        submitLabel={t`Adjust`}
        error={write.error}
        isBusy={write.isPending}
        onSubmit={(body) => write.mutate({ body }, { onSuccess: onClose })}
        onCancel={onClose}
      />
    </Dialog>
  );
}
