import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { enterTour, leaveTour, unitOfTour } from "../../app/tour-link.tsx";
import { useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page, Waiting } from "../../ui/page.tsx";
import { StepList } from "./step-list.tsx";
import { demo, demoOrders, orderToStart, tourUnits, unitToBegin } from "./tour.rules.ts";
import "./tour.css";

type Item = Answer<"materialItemSearch">[number];
type Order = Answer<"worksOrderList">[number];

/** The newest units of the demo plant are enough to choose from. */
const unitsMax = 100;

/** A tour over the demo plant: a person builds a pump at the real screens. */
export function TourScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const leave = () => {
    leaveTour();
    void navigate({ to: "/" });
  };
  return (
    <Page
      title={t`Build your first pump`}
      actions={
        <Button onClick={leave}>
          <Trans>Leave the tour</Trans>
        </Button>
      }
    >
      <Tour />
    </Page>
  );
}

function Tour() {
  const orders = useRead("worksOrderList", { body: { productName: demo.product } });
  const units = useRead("materialItemSearch", {
    body: { productName: demo.product, order: "newest" },
    query: { limit: unitsMax },
  });
  const error = orders.error ?? units.error;
  if (error) return <ProblemNotice error={error} />;
  if (!orders.data || !units.data) return <Waiting />;
  const ofDemo = demoOrders(orders.data);
  if (ofDemo.length === 0) return <NoDemoPlant />;
  return (
    <>
      <Introduction order={ofDemo[0]!} />
      <TourOfUnit units={tourUnits(units.data).toReversed()} orders={ofDemo} />
    </>
  );
}

function NoDemoPlant() {
  const { t } = useLingui();
  return (
    <Notice meaning="caution" title={t`This plant has no demo data, which the tour needs.`}>
      <p>
        <Trans>
          <code>npm start</code> makes a plant with demo data. Elsewhere, start the service with an
          empty database and <code>ASBUILT_SEED=demo</code>. A service that runs already gets it by{" "}
          <code>asbuilt import seed/demo</code>.
        </Trans>
      </p>
    </Notice>
  );
}

function Introduction({ order }: { readonly order: Order }) {
  const { productID, bomID } = order;
  return (
    <section className="form">
      <p>
        <Trans>
          The demo plant builds{" "}
          <Link to="/products/$id" params={{ id: String(productID) }}>
            pumps
          </Link>
          . Its{" "}
          <Link to="/boms/$id" params={{ id: String(bomID) }}>
            BoM
          </Link>{" "}
          says what goes into each: a housing, an impeller, a shaft seal, eight bolts and oil. The
          parts are in stock.
        </Trans>
      </p>
      <p>
        <Trans>
          You build one pump now, in about five minutes. Everything you do is recorded. The service
          ticks a step when its record shows it, so you can leave at any time and continue later.
        </Trans>
      </p>
    </section>
  );
}

interface TourOfUnitProps {
  readonly units: readonly Item[];
  readonly orders: readonly Order[];
}

/** The tour of the unit in the address, or of the one to begin with. */
function TourOfUnit({ units, orders }: TourOfUnitProps) {
  const { unit: wanted } = useSearch({ from: "/tour" });
  const unitBy = (serial: string | undefined) =>
    units.find(({ visualSerialNo }) => visualSerialNo === serial);
  const unit = unitBy(wanted);
  const serial = unit?.visualSerialNo;
  const begun = unitBy(unitOfTour())?.visualSerialNo ?? unitToBegin(units);
  useEffect(() => {
    if (serial !== undefined || begun === undefined) enterTour(serial ?? "");
  }, [serial, begun]);
  if (unit) {
    return (
      <>
        <UnitField units={units} value={unit.visualSerialNo} />
        <UnitSteps key={unit.id} unit={unit} orders={orders} />
      </>
    );
  }
  if (begun === undefined) return <StepList reads={undefined} order={orderToStart(orders)} />;
  // From here on the address names it: it stays the same when the next unit becomes the first.
  return <Navigate to="/tour" search={{ unit: begun }} replace />;
}

function UnitField({ units, value }: { readonly units: readonly Item[]; readonly value: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <div className="tour-unit">
      <Field label={t`Your pump`} hint={t`If somebody else builds this one, choose another.`}>
        {(connected) => (
          <select
            {...connected}
            value={value}
            onChange={({ target }) => navigate({ to: "/tour", search: { unit: target.value } })}
          >
            {units.map(({ id, visualSerialNo }) => (
              <option key={id} value={visualSerialNo}>
                {visualSerialNo}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

/** The largest page: a pump has far fewer changes. */
const changesMax = 1000;

function UnitSteps({ unit, orders }: { readonly unit: Item; readonly orders: readonly Order[] }) {
  const { id } = unit;
  const completeness = useRead("genealogyCompleteness", { body: { id } });
  const history = useRead("materialItemHistory", { body: { id }, query: { limit: changesMax } });
  const error = completeness.error ?? history.error;
  if (error) return <ProblemNotice error={error} />;
  if (!completeness.data || !history.data) return <Waiting />;
  return (
    <StepList
      reads={{ unit, slots: completeness.data.slots, changes: history.data }}
      order={orders.find(({ orderNo }) => orderNo === unit.orderNo)}
    />
  );
}
