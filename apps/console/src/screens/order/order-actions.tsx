import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { type ComponentType, useState } from "react";
import { useMay } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CancelForm } from "./cancel-form.tsx";
import { CompleteForm } from "./complete-form.tsx";
import { type OrderAction, possibleActions } from "./order-actions.rules.ts";
import { OrderForm } from "./order-form.tsx";
import type { Order } from "./order.ts";
import { StartForm } from "./start-form.tsx";
import { useQtyLeft } from "./use-qty-left.ts";
import { VersionForm } from "./version-form.tsx";

const names: Readonly<Record<OrderAction, MessageDescriptor>> = {
  start: msg`Start`,
  complete: msg`Complete`,
  edit: msg`Edit`,
  version: msg`Change the BoM version`,
  cancel: msg`Cancel the order`,
};

/** What a person can do with an order. Each action has a dialog of its own. */
export function OrderActions({ order }: { readonly order: Order }) {
  const { i18n } = useLingui();
  const [shown, setShown] = useState<OrderAction>();
  const may = useMay();
  const qtyLeft = useQtyLeft(order);
  const actions = possibleActions(order.status, may).filter(
    (action) => action !== "start" || qtyLeft !== 0,
  );
  const close = () => setShown(undefined);
  const Form = shown && forms[shown];
  return (
    <>
      {actions.map((action, index) => (
        <Button
          key={action}
          kind={
            action === "cancel" ? "danger" : index === 0 && action !== "edit" ? "main" : undefined
          }
          onClick={() => setShown(action)}
        >
          {i18n._(names[action])}
        </Button>
      ))}
      {shown && Form ? (
        <Dialog title={`${i18n._(names[shown])}: ${order.orderNo}`} onClose={close}>
          <Form order={order} onClose={close} />
        </Dialog>
      ) : undefined}
    </>
  );
}

interface ActionFormProps {
  readonly order: Order;
  readonly onClose: () => void;
}

function EditForm({ order, onClose }: ActionFormProps) {
  const navigate = useNavigate();
  const may = useMay();
  const isDeletable = order.status === "Created" && may("worksOrderDelete");
  const leave = () => navigate({ to: "/orders" });
  return (
    <OrderForm
      order={order}
      onSaved={(orderNo) => {
        onClose();
        // The number is in the address, and can have been changed.
        void navigate({ to: "/orders/$orderNo", params: { orderNo }, replace: true });
      }}
      onDeleted={isDeletable ? leave : undefined}
      onClose={onClose}
    />
  );
}

const CompleteOrder = ({ order, onClose }: ActionFormProps) => (
  <CompleteForm operation="worksOrderComplete" id={order.id} onClose={onClose} />
);

const forms: Readonly<Record<OrderAction, ComponentType<ActionFormProps>>> = {
  start: StartForm,
  complete: CompleteOrder,
  edit: EditForm,
  version: VersionForm,
  cancel: CancelForm,
};
