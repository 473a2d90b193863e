import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { usePages, useRead } from "../../client/queries.ts";
import { useSaveCsv } from "../../client/save-csv.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { ColumnMenu, useColumnChoice } from "../../list/column-choice.tsx";
import { useMarks } from "../../list/marks.ts";
import { RecordList } from "../../list/record-list.tsx";
import { Button } from "../../ui/button.tsx";
import { Total } from "../../ui/count.tsx";
import { Page } from "../../ui/page.tsx";
import { BulkBar } from "../item/bulk-bar.tsx";
import { columnsByDefault, useItemColumns } from "./item-columns.tsx";
import { ItemFilterBar } from "./item-filter-bar.tsx";
import type { ItemFilters } from "./items.route.ts";
import { searchOf } from "./items-search.rules.ts";

/** The items that match the filters, which are in the address. */
export function ItemsScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const filters = useSearch({ from: "/items" });
  const body = searchOf(filters);
  const pages = usePages("materialItemSearch", { body });
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.rows) ?? [], [pages.data]);
  const choice = useColumnChoice("items", useItemColumns(), columnsByDefault);
  const marks = useMarks(rows);
  const saving = useSaveCsv("materialItemSearch", "items.csv");
  const fields = choice.shown.map(({ key }) => key).join(",");
  return (
    <Page
      title={t`Items`}
      actions={
        <>
          <ColumnMenu choice={choice} />
          <Button
            onClick={() => saving.save({ body, query: { fields } })}
            disabled={rows.length === 0 || saving.isPending}
          >
            <Trans>Save as CSV</Trans>
          </Button>
        </>
      }
    >
      {saving.error ? <ProblemNotice error={saving.error} /> : undefined}
      <ItemFilterBar filters={filters} />
      <div className="row">
        <ItemCount filters={filters} />
        <BulkBar items={marks.rows} onUnmark={marks.clear} />
      </div>
      <RecordList
        label={t`Items`}
        columns={choice.shown}
        pages={pages}
        keyOf={({ id }) => id}
        onOpen={({ id }) => navigate({ to: "/items/$id", params: { id: String(id) } })}
        marks={{ ...marks, nameOf: ({ visualSerialNo }) => visualSerialNo }}
        whenEmpty={<Trans>No item matches. Items appear here when they are received.</Trans>}
      />
    </Page>
  );
}

/** The number of all matches, besides those that are loaded. */
function ItemCount({ filters }: { readonly filters: ItemFilters }) {
  const counted = useRead("materialItemCount", { body: searchOf({ ...filters, order: "" }) });
  if (counted.error) return <ProblemNotice error={counted.error} />;
  return <Total counted={counted.data} />;
}
