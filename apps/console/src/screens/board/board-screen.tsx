import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { timeLocale } from "../../app/language.ts";
import { HelpButton } from "../../app/help-button.tsx";
import { useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { useSession } from "../../session/session.tsx";
import { Waiting } from "../../ui/page.tsx";
import { Capped } from "../../ui/count.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Quantity } from "../../ui/values.tsx";
import { barsOf } from "./hours.rules.ts";
import { useWakeLock } from "./use-wake-lock.ts";
import "./board.css";

type Summary = Answer<"summaryGet">;

const readAgainMs = 15_000;

/** The plant on a wall: what is in work and what stops it. Nobody touches it. */
export function BoardScreen() {
  const { t } = useLingui();
  const { data, error, refetch } = useRead("summaryGet", { body: {} });
  useWakeLock();
  useEffect(() => {
    document.title = t`Board · asbuilt`;
    const timer = setInterval(refetch, readAgainMs);
    return () => clearInterval(timer);
  }, [t, refetch]);
  return (
    <div className="board">
      <header className="board-head">
        <h1>
          <Trans>The plant now</Trans>
        </h1>
        {data ? <ReadAt at={data.at} isOld={Boolean(error)} /> : undefined}
        <Link to="/" className="board-leave">
          <Trans>Leave the board</Trans>
        </Link>
        <HelpButton title={t`Board`} />
      </header>
      {data ? <BoardContent summary={data} /> : undefined}
      {error && !data ? <ProblemNotice error={error} /> : undefined}
      {error || data ? undefined : <Waiting />}
    </div>
  );
}

interface ReadAtProps {
  readonly at: string;
  /** Whether reading it again has failed. */
  readonly isOld: boolean;
}

function ReadAt({ at, isOld }: ReadAtProps) {
  const { i18n } = useLingui();
  const { timeZone } = useSession().who;
  const time = new Intl.DateTimeFormat(timeLocale(i18n.locale), { timeStyle: "short", timeZone });
  const text = time.format(new Date(at));
  return (
    <p className={isOld ? "field-error" : "soft"}>
      <time dateTime={at}>
        {isOld ? (
          <Trans>Last heard of the service at {text}</Trans>
        ) : (
          <Trans>
            {text} ({timeZone})
          </Trans>
        )}
      </time>
    </p>
  );
}

function BoardContent({ summary }: { readonly summary: Summary }) {
  const { t } = useLingui();
  const { inWork, held, expired, hours, startedOrders } = summary;
  const built = hours.reduce((sum, hour) => sum + hour.built, 0);
  const isCapped = hours.some((hour) => hour.isCapped);
  return (
    <>
      <dl className="board-figures">
        <BoardFigure name={t`Units in work`}>
          <Capped of={inWork} />
        </BoardFigure>
        <BoardFigure name={t`Built in 24 hours`}>
          <Capped of={{ count: built, isCapped }} />
        </BoardFigure>
        <BoardFigure name={t`On hold`} isWarning={held.count > 0}>
          <Capped of={held} />
        </BoardFigure>
        <BoardFigure name={t`Expired`} isWarning={expired.count > 0}>
          <Capped of={expired} />
        </BoardFigure>
      </dl>
      <HourBars hours={hours} />
      <BoardOrders orders={startedOrders} />
    </>
  );
}

interface BoardFigureProps {
  readonly name: string;
  readonly isWarning?: boolean;
  readonly children: ReactNode;
}

const BoardFigure = ({ name, isWarning = false, children }: BoardFigureProps) => (
  <div className="board-figure" data-meaning={isWarning ? "caution" : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function HourBars({ hours }: Pick<Summary, "hours">) {
  const { t, i18n } = useLingui();
  const { timeZone } = useSession().who;
  const hourName = new Intl.DateTimeFormat(timeLocale(i18n.locale), { hour: "numeric", timeZone });
  return (
    <section aria-label={t`Built in each hour`} className="board-hours">
      <p className="soft">
        <Trans>Built in each hour</Trans>
      </p>
      <ol>
        {barsOf(hours).map(({ at, built, share }) => (
          <li key={at}>
            <span className="board-bar" style={{ blockSize: `${share * 100}%` }} />
            <span className="visually-hidden">
              {hourName.format(new Date(at))}: <Quantity value={built} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function BoardOrders({ orders }: { readonly orders: Summary["startedOrders"] }) {
  const { t } = useLingui();
  if (orders.length === 0) {
    return (
      <p className="board-orders soft">
        <Trans>No works order is started.</Trans>
      </p>
    );
  }
  return (
    <ul className="board-orders" aria-label={t`Started orders`}>
      {orders.map((order) => (
        <li key={order.id}>
          <strong>{order.orderNo}</strong>
          <span className="board-product">{order.productName}</span>
          <ProgressBar
            label={t`${order.orderNo}: finished units`}
            done={order.unitsComplete}
            of={order.units}
          />
        </li>
      ))}
    </ul>
  );
}
