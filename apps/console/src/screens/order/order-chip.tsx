import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Chip, type Meaning } from "../../ui/notice.tsx";
import type { OrderStatus } from "./order.ts";

export const orderStatusNames: Readonly<Record<OrderStatus, MessageDescriptor>> = {
  Created: msg`Created`,
  Started: msg`Started`,
  Completed: msg`Completed`,
  Cancelled: msg`Cancelled`,
};

const meanings: Readonly<Record<OrderStatus, Meaning>> = {
  Created: "neutral",
  Started: "caution",
  Completed: "good",
  Cancelled: "bad",
};

export function OrderChip({ status }: { readonly status: OrderStatus }) {
  const { i18n } = useLingui();
  return <Chip meaning={meanings[status]}>{i18n._(orderStatusNames[status])}</Chip>;
}
