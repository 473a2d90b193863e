import { Trans } from "@lingui/react/macro";
import { useId } from "react";
import { useRead } from "../../client/queries.ts";
import type { StationEvent } from "./station.ts";

/** The started orders, so that nobody has to look for a number. A tap does as a scan does. */
export function OrdersInWork({ tell }: { readonly tell: (event: StationEvent) => void }) {
  const id = useId();
  const { data } = useRead("summaryGet", { body: {} });
  const orders = data?.startedOrders ?? [];
  if (orders.length === 0) return undefined;
  return (
    <section className="station-help" aria-labelledby={id}>
      <h2 id={id}>
        <Trans>Started orders</Trans>
      </h2>
      <ul className="station-choices">
        {orders.map(({ id: key, orderNo, productName, units, unitsComplete }) => (
          <li key={key}>
            <button
              type="button"
              className="button station-choice"
              onClick={() => tell({ kind: "scan", code: orderNo })}
            >
              <strong>{orderNo}</strong>
              <span className="soft">{productName}</span>
              <Trans>
                {unitsComplete} of {units} units finished
              </Trans>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
