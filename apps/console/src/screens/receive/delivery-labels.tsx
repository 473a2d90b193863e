import { Plural, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { WriteEntry } from "../../client/write-many.ts";
import { ItemLabels } from "../../label/item-labels.tsx";
import type { ItemToLabel } from "../../label/use-item-labels.ts";
import { Button } from "../../ui/button.tsx";
import { Check } from "../../ui/field.tsx";

type Entry = WriteEntry<"materialItemReceive">;

// A habit of this station, kept with its other settings.
const place = "asbuilt.labelEach";

const keysOf = (entries: readonly Entry[]) => new Set(entries.map(({ key }) => key));
const itemsOf = (entries: readonly Entry[]): readonly ItemToLabel[] =>
  entries.flatMap(({ answer }) => answer ?? []);

/** The labels of a delivery: of each item when it is received, or of all at the end. */
export function DeliveryLabels({ entries }: { readonly entries: readonly Entry[] }) {
  const { t } = useLingui();
  const received = entries.filter(({ state }) => state === "done");
  const [isEach, setEach] = useState(() => localStorage.getItem(place) === "true");
  const [printed, setPrinted] = useState<ReadonlySet<string>>(new Set());
  const [batch, setBatch] = useState<readonly ItemToLabel[]>();
  const [labelled, setLabelled] = useState<readonly ItemToLabel[]>();
  const due = isEach ? received.filter(({ key }) => !printed.has(key)) : [];
  // Items that are received while a label is printed wait for the next batch.
  if (due.length > 0 && !batch && !labelled) {
    setBatch(itemsOf(due));
    setPrinted(keysOf(received));
  }
  return (
    <>
      <Button onClick={() => setLabelled(itemsOf(received))} disabled={received.length === 0}>
        <Plural value={received.length} one="# label" other="# labels" />
      </Button>
      <Check
        label={t`Print a label after each`}
        isChecked={isEach}
        onChange={(isChecked) => {
          setEach(isChecked);
          setPrinted(keysOf(received));
          localStorage.setItem(place, String(isChecked));
        }}
      />
      {labelled ? (
        <ItemLabels items={labelled} onClose={() => setLabelled(undefined)} />
      ) : undefined}
      {batch ? (
        <ItemLabels items={batch} isImmediate onClose={() => setBatch(undefined)} />
      ) : undefined}
    </>
  );
}
