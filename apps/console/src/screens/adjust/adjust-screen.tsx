import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentProps, useRef, useState } from "react";
import type { WriteEntry } from "../../client/write-many.ts";
import { WriteResults } from "../../contract/write-results.tsx";
import { LocationPicker } from "../../list/pickers.tsx";
import { useOutboxMany } from "../../outbox/use-outbox-many.ts";
import { Field, type InputOf } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Quantity } from "../../ui/values.tsx";
import { AdjustForm } from "../item/adjust-form.tsx";
import { ItemQuantity } from "../item/item-quantity.tsx";
import { CodeEntry } from "../stock/code-entry.tsx";
import type { Match } from "../stock/find-code.ts";
import { useCodeWork } from "../stock/use-code-work.ts";
import { CountList } from "./count-list.tsx";

/** Corrects the quantities of items, one after another, such as for a count of a location. */
export function AdjustScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { location = "" } = useSearch({ from: "/adjust" });
  const [item, setShown] = useState<CountedItemProps["item"]>();
  // The next scan can be there before the item of this one is shown.
  const open = useRef(item);
  const setItem = (next: typeof item) => {
    open.current = next;
    setShown(next);
  };
  const [reason, setReason] = useState({ reasonSUID: "" });
  const adjustments = useOutboxMany("materialItemItemAdjust");
  const setLocation = (suid: string) =>
    navigate({ to: "/adjust", search: suid === "" ? {} : { location: suid }, replace: true });
  const work = useCodeWork({
    onLocation: setLocation,
    onItem: (found) => {
      // Otherwise a quantity that is typed for one item could be booked on another.
      if (open.current) return t`Finish ${open.current.name} first, or cancel it.`;
      setItem(found);
      return undefined;
    },
  });
  return (
    <Page title={t`Adjust`}>
      <div className="stock">
        <section className="card form" aria-label={t`What is counted`}>
          <CountedLocation value={location} onChange={setLocation} />
          <CodeEntry work={work} />
        </section>
        {item ? (
          <CountedItem
            key={item.id}
            item={item}
            location={location}
            initial={reason}
            onSubmit={(body) => {
              setReason({ reasonSUID: body.reasonSUID });
              adjustments.add([{ subject: item.name, call: { body } }]);
              setItem(undefined);
            }}
            onCancel={() => setItem(undefined)}
          />
        ) : undefined}
        <WriteResults
          label={t`Adjusted items`}
          writes={adjustments}
          renderNote={(entry) => <Adjustment entry={entry} />}
        />
        {location === "" || item ? undefined : (
          <CountList
            location={location}
            adjustments={adjustments.entries}
            onOpen={(one) => setItem({ ...one, name: one.visualSerialNo })}
          />
        )}
      </div>
    </Page>
  );
}

function CountedLocation(props: Pick<InputOf, "onChange" | "value">) {
  const { t } = useLingui();
  return (
    <Field label={t`At the location`} hint={t`For a count: other items are pointed out.`}>
      {(connected) => <LocationPicker connected={connected} {...props} />}
    </Field>
  );
}

interface CountedItemProps extends Pick<
  ComponentProps<typeof AdjustForm>,
  "initial" | "onCancel" | "onSubmit"
> {
  readonly item: Pick<
    Match,
    "actualQty" | "id" | "location" | "name" | "productID" | "productName"
  >;
  readonly location: string;
}

/** The item whose quantity is corrected now. */
function CountedItem({ item, location, ...rest }: CountedItemProps) {
  const { t } = useLingui();
  const isElsewhere = location !== "" && item.location !== location;
  return (
    <section className="card form" aria-label={item.name}>
      <h2>
        {item.name} <span className="soft">{item.productName}</span>
      </h2>
      {isElsewhere ? (
        <Notice
          meaning="caution"
          title={t`The record has ${item.name} at ${item.location ?? "—"}.`}
        />
      ) : undefined}
      <AdjustForm
        {...rest}
        // An item's match has both.
        item={{ id: item.id, productID: item.productID!, actualQty: item.actualQty! }}
        submitLabel={t`Adjust`}
        error={undefined}
        isBusy={false}
      />
    </section>
  );
}

function Adjustment({ entry }: { readonly entry: WriteEntry<"materialItemItemAdjust"> }) {
  const { call, answer } = entry;
  return (
    <span className="soft">
      <Trans>
        change <Quantity value={call.body.adjustqty} />
      </Trans>
      {answer ? (
        <>
          {" → "}
          <ItemQuantity item={answer} quantity={answer.actualQty} />
        </>
      ) : undefined}
    </span>
  );
}
