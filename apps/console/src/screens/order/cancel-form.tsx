import { Trans, useLingui } from "@lingui/react/macro";
import { useWrite } from "../../client/queries.ts";
import { FieldForm } from "../../contract/field-form.tsx";
import { requestFields } from "../../contract/fields.gen.ts";
import type { Order } from "./order.ts";

interface CancelFormProps {
  readonly order: Order;
  readonly onClose: () => void;
}

const fields = requestFields.worksOrderCancel.filter(({ name }) => name === "comment");

/** Cancels an order. A person is told first what becomes of its units. */
export function CancelForm({ order, onClose }: CancelFormProps) {
  const { t } = useLingui();
  const write = useWrite("worksOrderCancel");
  return (
    <>
      <p>
        {order.status === "Started" ? (
          <Trans>Its units are scrapped. This is refused while anything is built into them.</Trans>
        ) : (
          <Trans>A cancelled order can't be started any more.</Trans>
        )}
      </p>
      <FieldForm
        fields={fields}
        initial={{}}
        submitLabel={t`Cancel the order`}
        error={write.error}
        isBusy={write.isPending}
        onSubmit={(changes) =>
          write.mutate({ body: { ...changes, id: order.id } }, { onSuccess: onClose })
        }
        onCancel={onClose}
      />
    </>
  );
}
