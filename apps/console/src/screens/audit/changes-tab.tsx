import type { Call } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { usePages } from "../../client/queries.ts";
import { actionNames } from "../../contract/actions.ts";
import type { FieldOf } from "../../contract/field.ts";
import { requestFields } from "../../contract/fields.gen.ts";
import { useKindName } from "../../contract/kinds.ts";
import { ChangeList } from "../../list/change-list.tsx";
import { FilterBar } from "../../list/filter-bar.tsx";
import { Select } from "../../list/pickers.tsx";
import type { InputOf } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";

type HistoryFilter = Call<"historyList">["body"];

const fieldsOfHistory: readonly FieldOf[] = requestFields.historyList;
const entities = fieldsOfHistory.find(({ name }) => name === "entity")!.options!.map(String);

function KindSelect(input: InputOf) {
  const kindName = useKindName();
  const options = entities.map((value) => ({ value, label: kindName(value) }));
  return <Select {...input} options={options} />;
}

/** What can be done to a record. Words of one kind of record alone are no choice. */
const actions = Object.entries(actionNames).filter(([name]) => !name.includes("."));

function ActionSelect(input: InputOf) {
  const { i18n } = useLingui();
  const options = actions
    .map(([value, name]) => ({ value, label: i18n._(name) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, i18n.locale));
  return <Select {...input} options={options} />;
}

/** All changes that match, the newest first. */
export function ChangesTab() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { tab: _, ...filters } = useSearch({ from: "/audit" });
  return (
    <>
      <FilterBar
        key={JSON.stringify(filters)}
        filters={filters}
        fields={[
          { name: "user", label: t`User` },
          { name: "entity", label: t`Kind of record`, Input: KindSelect },
          { name: "id", label: t`Record ID` },
          { name: "action", label: t`Change`, Input: ActionSelect },
          { name: "from", label: t`From`, kind: "date" },
          { name: "to", label: t`Until`, kind: "date" },
          { name: "requestID", label: t`Request ID` },
        ]}
        onChange={(search) =>
          navigate({ to: "/audit", search: { ...search, tab: "changes" }, replace: true })
        }
      />
      <Found filters={filters} />
    </>
  );
}

function Found({ filters: { id, ...filters } }: { readonly filters: Readonly<Filters> }) {
  const { t } = useLingui();
  const body = { ...filters, ...(id === undefined ? {} : { id: Number(id) }), order: "newest" };
  // A kind of record in the address that there is not is refused by the service.
  const changes = usePages("historyList", { body: body as HistoryFilter });
  if (id !== undefined && !/^\d{1,10}$/.test(id)) {
    return <Notice meaning="caution" title={t`A record's ID is a whole number.`} />;
  }
  return (
    <ChangeList
      changes={changes}
      namesRecords
      whenEmpty={<Trans>No change matches. Every change of a record is in this log.</Trans>}
    />
  );
}

type Filters = Partial<
  Record<"entity" | "id" | "user" | "action" | "from" | "to" | "requestID", string>
>;
