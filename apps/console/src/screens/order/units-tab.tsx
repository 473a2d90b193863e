import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { useMay } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Chip } from "../../ui/notice.tsx";
import { Empty, Waiting } from "../../ui/page.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Quantity } from "../../ui/values.tsx";
import { CompleteForm } from "./complete-form.tsx";
import type { Order, OrderCompleteness } from "./order.ts";

type Unit = OrderCompleteness["units"][number];

/** The units that are shown at first, and that each request for more adds. */
const unitsStep = 100;

/** The units of an order, and how far each of them is. */
export function UnitsTab({ order }: { readonly order: Order }) {
  const { t } = useLingui();
  const read = useRead("worksOrderCompleteness", { body: { id: order.id } });
  const [shown, setShown] = useState(unitsStep);
  const [completed, setCompleted] = useState<Unit>();
  if (read.error) return <ProblemNotice error={read.error} />;
  if (!read.data) return <Waiting />;
  const { units, unitCount } = read.data;
  if (unitCount === 0) return <NoUnits order={order} />;
  return (
    <section className="card" aria-label={t`Units`}>
      <UnitCounts completeness={read.data} />
      <ul className="units">
        {units.slice(0, shown).map((unit) => (
          <UnitRow key={unit.id} unit={unit} onComplete={() => setCompleted(unit)} />
        ))}
      </ul>
      {units.length > shown ? (
        <Button onClick={() => setShown(shown + unitsStep)}>
          <Trans>Show more</Trans>
        </Button>
      ) : undefined}
      {unitCount > units.length ? (
        <p className="soft">
          <Trans>Only {units.length} of the units are listed.</Trans>
        </p>
      ) : undefined}
      {completed ? (
        <Dialog
          title={t`Complete: ${completed.visualSerialNo}`}
          onClose={() => setCompleted(undefined)}
        >
          <CompleteForm
            operation="materialItemComplete"
            id={completed.id}
            onClose={() => setCompleted(undefined)}
          />
        </Dialog>
      ) : undefined}
    </section>
  );
}

const NoUnits = ({ order }: { readonly order: Order }) => (
  <Empty>
    {order.status === "Created" ? (
      <Trans>
        Nothing is started yet. An engineer starts the order, and its units appear here.
      </Trans>
    ) : (
      <Trans>The order has no units.</Trans>
    )}
  </Empty>
);

function UnitCounts({ completeness }: { readonly completeness: OrderCompleteness }) {
  const { t } = useLingui();
  const { unitCount, openCount, completeCount } = completeness;
  return (
    <div className="row">
      <span>
        <Plural value={unitCount} one="# unit" other="# units" />
      </span>
      {openCount > 0 ? (
        <>
          <span>
            <Trans>Ready to complete:</Trans>
          </span>
          <div className="units-ready">
            <ProgressBar label={t`Ready to complete`} done={completeCount} of={openCount} />
          </div>
        </>
      ) : (
        <span className="soft">
          <Trans>None is open.</Trans>
        </span>
      )}
    </div>
  );
}

interface UnitRowProps {
  readonly unit: Unit;
  readonly onComplete: () => void;
}

function UnitRow({ unit, onComplete }: UnitRowProps) {
  const { t } = useLingui();
  const may = useMay();
  const { id, visualSerialNo, nominalQty, isOpen, requiredSlots, filledSlots } = unit;
  return (
    <li className="unit">
      <Link to="/items/$id" params={{ id: String(id) }} search={{ tab: "completeness" }}>
        {visualSerialNo}
      </Link>
      <span className="row">
        <UnitState unit={unit} />
        {nominalQty === 1 ? undefined : <Quantity value={nominalQty} />}
      </span>
      <ProgressBar
        label={t`${visualSerialNo}: filled slots`}
        done={filledSlots}
        of={requiredSlots}
      />
      {isOpen && may("materialItemComplete") ? (
        <Button aria-label={t`Complete ${visualSerialNo}`} onClick={onComplete}>
          <Trans>Complete</Trans>
        </Button>
      ) : (
        <span />
      )}
    </li>
  );
}

/** Whether a unit can be completed, or how it ended. */
function UnitState({ unit }: { readonly unit: Unit }) {
  const { status, holdReason, isOpen, isComplete, hasUnfinished } = unit;
  return (
    <>
      {isOpen ? (
        <Chip meaning={isComplete ? "good" : "caution"}>
          {isComplete ? <Trans>Ready</Trans> : <Trans>Incomplete</Trans>}
        </Chip>
      ) : (
        <Chip>{status}</Chip>
      )}
      {isOpen && hasUnfinished ? (
        <Chip meaning="caution">
          <Trans>Contains an unfinished unit</Trans>
        </Chip>
      ) : undefined}
      {holdReason === null ? undefined : (
        <Chip meaning="bad">
          <Trans>On hold: {holdReason}</Trans>
        </Chip>
      )}
    </>
  );
}
