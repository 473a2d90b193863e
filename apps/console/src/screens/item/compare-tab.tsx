import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useMemo, useState } from "react";
import { useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Picker } from "../../list/picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Empty, Waiting } from "../../ui/page.tsx";
import { compare } from "./compare.rules.ts";
import { ComparedTree } from "./compared-tree.tsx";
import type { Item } from "./item.ts";

interface CompareTabProps {
  readonly item: Item;
  /** The serial of the item to compare with. */
  readonly other: string | undefined;
}

/** What is in the item, against what is in another one. */
export function CompareTab({ item, other }: CompareTabProps) {
  const navigate = useNavigate();
  const choose = (serial: string) =>
    navigate({
      to: "/items/$id",
      params: { id: String(item.id) },
      search: { tab: "compare", with: serial },
    });
  return (
    <>
      <OtherItem key={other ?? ""} item={item} other={other} onChange={choose} />
      {other ? (
        <Comparison item={item} other={other} />
      ) : (
        <Empty>
          <Trans>Choose a unit of the same product to see where the two differ.</Trans>
        </Empty>
      )}
    </>
  );
}

interface OtherItemProps extends CompareTabProps {
  readonly onChange: (serial: string) => void;
}

function OtherItem({ item, other = "", onChange }: OtherItemProps) {
  const { t } = useLingui();
  const [serial, setSerial] = useState(other);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (serial.trim() !== "") onChange(serial.trim());
  };
  return (
    <search>
      <form className="row filters" onSubmit={submit}>
        <Field label={t`Compare with serial`}>
          {(connected) => (
            <Picker
              connected={connected}
              value={serial}
              onChange={setSerial}
              list="materialItemSearch"
              callOf={(text) => ({
                body: { text, productName: item.productName },
                query: { limit: 20 },
              })}
              optionOf={optionOf}
            />
          )}
        </Field>
        <Button type="submit">
          <Trans>Compare</Trans>
        </Button>
      </form>
    </search>
  );
}

const optionOf = ({ visualSerialNo, status }: Answer<"materialItemSearch">[number]) => ({
  value: visualSerialNo,
  note: status,
});

interface ComparisonProps {
  readonly item: Item;
  readonly other: string;
}

function Comparison({ item, other }: ComparisonProps) {
  const here = useRead("genealogyAsBuilt", { body: { id: item.id } });
  const there = useRead("genealogyAsBuilt", { body: { visualSerialNo: other } });
  const rows = useMemo(
    () => (here.data && there.data ? compare(here.data, there.data) : undefined),
    [here.data, there.data],
  );
  const error = here.error ?? there.error;
  if (error) return <ProblemNotice error={error} />;
  if (!rows) return <Waiting />;
  if (rows.length === 0) {
    return (
      <Empty>
        <Trans>Nothing is built into either of them.</Trans>
      </Empty>
    );
  }
  return <ComparedTree rows={rows} here={item.visualSerialNo} there={other} />;
}
