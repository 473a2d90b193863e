import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useOptionName } from "../../contract/choices.ts";
import { DayInput } from "../../contract/time-inputs.tsx";
import { FilterBar } from "../../list/filter-bar.tsx";
import {
  LocationPicker,
  ProductPicker,
  Select,
  StatusSelect,
  YesOrNo,
} from "../../list/pickers.tsx";
import type { InputOf } from "../../ui/field.tsx";
import { itemOrders } from "./items-search.rules.ts";
import type { ItemFilters } from "./items.route.ts";

function OrderSelect(input: InputOf) {
  const optionName = useOptionName();
  const options = itemOrders.map((value) => ({ value, label: optionName("order", value) }));
  return <Select {...input} options={options} />;
}

/** The filters of the list of items, and its order. */
export function ItemFilterBar({ filters }: { readonly filters: ItemFilters }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <FilterBar<ItemFilters>
      filters={filters}
      fields={[
        { name: "text", label: t`Serial begins with` },
        {
          name: "productName",
          label: t`Product`,
          Input: ProductPicker,
        },
        { name: "batchNo", label: t`Batch` },
        { name: "statusID", label: t`Status`, Input: StatusSelect },
      ]}
      rareFields={[
        { name: "location", label: t`Location`, Input: LocationPicker },
        { name: "orderNo", label: t`Works order` },
        { name: "isHeld", label: t`On hold`, Input: YesOrNo },
        { name: "isInStock", label: t`In stock`, Input: YesOrNo },
        {
          name: "expiresBefore",
          label: t`Expires until`,
          Input: DayInput,
        },
        { name: "order", label: t`Sort by`, Input: OrderSelect },
      ]}
      onChange={(search) => navigate({ to: "/items", search, replace: true })}
    />
  );
}
