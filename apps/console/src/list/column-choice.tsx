import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Check } from "../ui/field.tsx";
import { Menu } from "../ui/menu.tsx";
import type { Column } from "./virtual-grid.tsx";

export interface KeyedColumn<Row> extends Column<Row> {
  /** Its name in what is kept: the same in every language. */
  readonly key: string;
}

/** Keeps which columns of a list are shown. Without a choice it is those of `byDefault`. */
export function useColumnChoice<Row>(
  list: string,
  columns: readonly KeyedColumn<Row>[],
  byDefault: readonly string[],
) {
  const place = `asbuilt.columns.${list}`;
  const [keys, setKeys] = useState<readonly string[]>(() => keptKeys(place) ?? byDefault);
  const shown = columns.filter(({ key }) => keys.includes(key));
  const toggle = (key: string) => {
    const others = keys.filter((one) => one !== key);
    const chosen = others.length === keys.length ? [...keys, key] : others;
    // A list without a column shows nothing, and can't be told from an empty one.
    if (!columns.some((column) => chosen.includes(column.key))) return;
    setKeys(chosen);
    localStorage.setItem(place, JSON.stringify(chosen));
  };
  return { all: columns, shown, toggle };
}

function keptKeys(place: string): readonly string[] | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? "");
    return Array.isArray(kept) && kept.length > 0 ? kept.map(String) : undefined;
  } catch {
    return undefined;
  }
}

interface ColumnMenuProps<Row> {
  readonly choice: {
    readonly all: readonly KeyedColumn<Row>[];
    readonly shown: readonly KeyedColumn<Row>[];
    readonly toggle: (key: string) => void;
  };
}

/** The list of columns, each with whether it is shown. */
export const ColumnMenu = <Row,>({ choice }: ColumnMenuProps<Row>) => (
  <Menu isSticky label={<Trans>Columns</Trans>}>
    {choice.all.map((column) => (
      <Check
        key={column.key}
        label={column.name}
        isChecked={choice.shown.includes(column)}
        onChange={() => choice.toggle(column.key)}
      />
    ))}
  </Menu>
);
