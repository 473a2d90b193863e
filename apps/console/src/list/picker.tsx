import type { Answer, Call } from "@asbuilt/client";
import { type ReactNode, useDeferredValue, useId } from "react";
import type { ListName } from "../client/asbuilt.ts";
import { useRead } from "../client/queries.ts";
import type { Connected } from "../ui/field.tsx";

interface PickerProps<Name extends ListName> {
  readonly connected: Connected;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The list that is searched, by the service: a plant has more records than a page can hold. */
  readonly list: Name;
  readonly callOf: (text: string) => Call<Name>;
  /**
   * Returns what is chosen, such as a product's name, and what is shown beside it. A row that can't
   * be chosen has no option.
   */
  readonly optionOf: (row: Answer<Name>[number & keyof Answer<Name>]) => PickerOption | undefined;
  /** The service refuses to search by an empty text. */
  readonly needsText?: boolean;
}

export interface PickerOption {
  readonly value: string;
  readonly note?: ReactNode;
}

/** A text input that suggests records while a person types. The browser shows the suggestions. */
export function Picker<Name extends ListName>(props: PickerProps<Name>) {
  const { connected, value, onChange, list, callOf, optionOf, needsText = false } = props;
  const id = useId();
  const text = useDeferredValue(value);
  const found = useRead(list, callOf(text), text !== "" || !needsText);
  // A list's answer is an array of its rows.
  const rows = (found.data ?? []) as unknown as Parameters<typeof optionOf>[0][];
  return (
    <>
      <input
        {...connected}
        list={id}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={id}>
        {rows
          .flatMap((row) => optionOf(row) ?? [])
          .map((option) => (
            <option key={option.value} value={option.value}>
              {option.note}
            </option>
          ))}
      </datalist>
    </>
  );
}
