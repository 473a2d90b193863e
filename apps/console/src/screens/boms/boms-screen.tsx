import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FilterBar } from "../../list/filter-bar.tsx";
import { YesOrNo } from "../../list/pickers.tsx";
import { Page } from "../../ui/page.tsx";
import { BomList } from "./bom-list.tsx";
import { NewBom } from "./new-bom.tsx";

/** The BoMs that match the filters, which are in the address. */
export function BomsScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const filters = useSearch({ from: "/boms" });
  return (
    <Page title={t`BoMs`} actions={<NewBom parentProductName={filters.parentProductName} />}>
      <FilterBar
        filters={filters}
        fields={[
          { name: "parentProductName", label: t`Product` },
          { name: "name", label: t`Name` },
          { name: "isActive", label: t`Active`, Input: YesOrNo },
        ]}
        onChange={(search) => navigate({ to: "/boms", search, replace: true })}
      />
      <BomList
        filters={filters}
        whenEmpty={<Trans>No BoM matches. An engineer creates BoMs.</Trans>}
      />
    </Page>
  );
}
