import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { usePlaces } from "../../app/use-places.ts";
import { useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { useSession } from "../../session/session.tsx";
import { Capped } from "../../ui/count.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Waiting } from "../../ui/page.tsx";
import { Quantity } from "../../ui/values.tsx";

type Summary = Answer<"summaryGet">;

/** The orders that are shown; the board shows more. */
const ordersShown = 5;

/** The plant in a few numbers, each of which leads to its records. */
export function PlantToday() {
  const { t } = useLingui();
  const summary = useRead("summaryGet", { body: {} });
  const statuses = useRead("materialStatusList", { body: { suid: "WIP" } });
  const error = summary.error ?? statuses.error;
  if (error) return <ProblemNotice error={error} />;
  // Without the status, the number of units would lead to all items.
  if (!summary.data || !statuses.data) return <Waiting />;
  return (
    <section className="form" aria-label={t`The plant now`}>
      <h2>
        <Trans>The plant now</Trans>
      </h2>
      <PlantNumbers summary={summary.data} inWorkID={statuses.data[0]?.id} />
      <StartedOrders orders={summary.data.startedOrders} />
    </section>
  );
}

interface PlantNumbersProps {
  readonly summary: Summary;
  /** The status of units in work. */
  readonly inWorkID: number | undefined;
}

function PlantNumbers({ summary, inWorkID }: PlantNumbersProps) {
  const { t } = useLingui();
  const { who } = useSession();
  const [now] = useState(Date.now);
  const inWork = { statusID: inWorkID };
  const untilDay = (days: number) => ({
    isInStock: "true",
    expiresBefore: dayAt(now + days * dayMs, who.timeZone),
    order: "expiry",
  });
  const started = summary.orders.find(({ status }) => status === "Started");
  return (
    <dl className="figures">
      <Figure name={t`Orders started`} path="/orders" search={{ status: "Started" }}>
        <Capped of={started ?? { count: 0, isCapped: false }} />
      </Figure>
      <Figure name={t`Units in work`} path="/items" search={inWork}>
        <Capped of={summary.inWork} />
      </Figure>
      <Figure name={t`On hold`} path="/holds" isWarning={summary.held.count > 0}>
        <Capped of={summary.held} />
      </Figure>
      <Figure
        name={t`Expired`}
        path="/items"
        search={untilDay(0)}
        isWarning={summary.expired.count > 0}
      >
        <Capped of={summary.expired} />
      </Figure>
      <Figure name={t`Expire in 30 days`} path="/items" search={untilDay(expiringDays)}>
        <Capped of={summary.expiring} />
      </Figure>
    </dl>
  );
}

/** The service counts as many days. */
const expiringDays = 30;
const dayMs = 24 * 3_600_000;

/** Returns the day in a time zone, as an address has it. */
const dayAt = (time: number, timeZone: string): string =>
  // This language writes days as the standard does.
  new Intl.DateTimeFormat("sv", { timeZone }).format(time);

interface FigureProps {
  readonly name: string;
  readonly path: string;
  /** The filters of the list, which then has what is counted. */
  readonly search?: Readonly<Record<string, number | string | undefined>>;
  readonly isWarning?: boolean;
  readonly children: ReactNode;
}

const nothing = {};

/** Returns whether the person may go to a place. */
const useIsPlace = (path: string): boolean =>
  usePlaces().some(({ places }) => places.some((place) => place.path === path));

function Figure({ name, path, search = nothing, isWarning = false, children }: FigureProps) {
  const isPlace = useIsPlace(path);
  return (
    <div className="figure card" data-meaning={isWarning ? "caution" : undefined}>
      <dt>
        {isPlace ? (
          <Link to={path} search={search}>
            {name}
          </Link>
        ) : (
          name
        )}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function StartedOrders({ orders }: { readonly orders: Summary["startedOrders"] }) {
  const { t } = useLingui();
  const mayOpen = useIsPlace("/orders");
  if (orders.length === 0) return undefined;
  return (
    <ul className="card orders-now" aria-label={t`Started orders`}>
      {orders.slice(0, ordersShown).map((order) => (
        <li key={order.id}>
          <span>
            <strong>
              {mayOpen ? (
                <Link to="/orders/$orderNo" params={{ orderNo: order.orderNo }}>
                  {order.orderNo}
                </Link>
              ) : (
                order.orderNo
              )}
            </strong>{" "}
            <span className="soft">{order.productName}</span>
          </span>
          <ProgressBar
            label={t`${order.orderNo}: finished units`}
            done={order.unitsComplete}
            of={order.units}
          />
          {order.qty === order.units ? undefined : (
            <span className="soft">
              <Quantity value={order.qty} unit={order.unit} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
