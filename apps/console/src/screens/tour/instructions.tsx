import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useRead } from "../../client/queries.ts";
import { useMay } from "../../session/session.tsx";
import { Part, WrongPart } from "./parts.tsx";
import { requiredSlots, type StepName } from "./tour.rules.ts";

/** What was read of the person's unit. */
export interface UnitReads {
  readonly unit: Answer<"materialItemSearch">[number];
  readonly slots: Answer<"genealogyCompleteness">["slots"];
  readonly changes: Answer<"materialItemHistory">;
}

interface OfUnit {
  readonly reads: UnitReads;
}

interface StartProps {
  readonly order: Answer<"worksOrderList">[number] | undefined;
}

/** What to do where no unit is in work. */
export function Start({ order }: StartProps) {
  const { t } = useLingui();
  const start = t`Start`;
  if (!order) {
    return (
      <p>
        <Trans>
          No works order of the demo plant is left to start. An engineer makes one at{" "}
          <Link to="/orders">Orders</Link>.
        </Trans>
      </p>
    );
  }
  const { orderNo } = order;
  return (
    <p>
      <Trans>
        Open the works order{" "}
        <Link to="/orders/$orderNo" params={{ orderNo }}>
          {orderNo}
        </Link>
        , and choose <strong>{start}</strong>.
      </Trans>
    </p>
  );
}

/** What to do at each step, with the serials that the plant has now. */
export const instructions: Readonly<
  Record<Exclude<StepName, "start">, (props: OfUnit) => ReactNode>
> = {
  first: First,
  refusal: Refusal,
  fill: Fill,
  complete: Complete,
  takeOut: TakeOut,
  recall: Recall,
};

function First({ reads: { unit, slots } }: OfUnit) {
  const { visualSerialNo: serial } = unit;
  const [slot] = requiredSlots(slots);
  return (
    <>
      <p>
        <Trans>
          Open the station. Type <code>{serial}</code> and press Enter, or scan its label. Then type{" "}
          <Part slot={slot} /> and press Enter.
        </Trans>
      </p>
      <StationLink />
    </>
  );
}

function Refusal({ reads: { slots } }: OfUnit) {
  const [, slot] = requiredSlots(slots);
  return (
    <>
      <p>
        <Trans>
          At the station, type <WrongPart slot={slot} />, which can't go into your pump. The banner
          is red and says why. Below it stands what helps.
        </Trans>
      </p>
      <p>
        <Trans>
          Then type the right part: <Part slot={slot} />.
        </Trans>
      </p>
      <StationLink />
    </>
  );
}

function Fill({ reads: { slots } }: OfUnit) {
  const ok = "OK";
  return (
    <>
      <p>
        <Trans>
          At the station, type each of these. The station offers the quantity that the slot lacks:
          confirm it with <strong>{ok}</strong>.
        </Trans>
      </p>
      <ul>
        {requiredSlots(slots)
          .filter(({ missing }) => missing > 0)
          .map((slot) => (
            <li key={slot.bomSlotID}>
              {slot.slot}: <Part slot={slot} />
            </li>
          ))}
      </ul>
      <StationLink />
    </>
  );
}

function Complete({ reads: { unit } }: OfUnit) {
  const { t } = useLingui();
  const { visualSerialNo: serial } = unit;
  const complete = t`Complete it`;
  return (
    <>
      <p>
        <Trans>
          At the station, open <code>{serial}</code> if it is not open, and choose{" "}
          <strong>{complete}</strong>.
        </Trans>
      </p>
      <StationLink />
    </>
  );
}

function TakeOut({ reads: { unit, slots } }: OfUnit) {
  const { t } = useLingui();
  const { id, visualSerialNo: serial } = unit;
  const built = useRead("genealogyAsBuilt", { body: { id, depth: 1 } });
  const [, slot] = requiredSlots(slots);
  const contents = built.data ?? [];
  const part = contents.find(({ bomSlotID }) => bomSlotID === slot?.bomSlotID) ?? contents[0];
  const child = part?.visualSerialNo;
  const takeOut = t`Take a part out`;
  // The name of a reason is data of the plant.
  const reason = "Quality";
  return (
    <>
      <p>
        <Trans>
          Open the{" "}
          <Link to="/items/$id" params={{ id: String(id) }}>
            as-built tree of {serial}
          </Link>
          , and find <code>{child}</code> in it.
        </Trans>
      </p>
      <p>
        <Trans>
          Then open <code>{serial}</code> at the station again. Choose <strong>{takeOut}</strong>,
          then <code>{child}</code>, then the reason <strong>{reason}</strong>, which puts the part
          on hold.
        </Trans>
      </p>
      <StationLink />
    </>
  );
}

function Recall({ reads: { unit, slots, changes } }: OfUnit) {
  const { t } = useLingui();
  const { visualSerialNo: serial } = unit;
  const removal = changes.findLast(({ action }) => action === "removedFrom");
  const child = String(removal?.detail?.["childSerialNo"]);
  const [part] = useRead("materialItemList", { body: { visualSerialNo: child } }).data ?? [];
  const batchNo = part?.batchNo;
  const slot = requiredSlots(slots).find(({ missing }) => missing > 0);
  const complete = t`Complete it`;
  return (
    <>
      <p>
        <Trans>
          Open the{" "}
          <Link to="/recall" search={batchNo ? { batchNo } : { visualSerialNo: child }}>
            recall of {batchNo ?? child}
          </Link>
          . Which pumps contain that batch? Is yours still among them?
        </Trans>
      </p>
      {slot ? (
        <p>
          <Trans>
            Then type another part at the station, <Part slot={slot} />, and choose{" "}
            <strong>{complete}</strong>.
          </Trans>
        </p>
      ) : (
        <p>
          <Trans>
            Then open <code>{serial}</code> at the station, and choose <strong>{complete}</strong>.
          </Trans>
        </p>
      )}
      <StationLink />
    </>
  );
}

function StationLink() {
  const may = useMay();
  if (!may("buildBuild")) return undefined;
  return (
    <div>
      <Link to="/station" className="button" data-kind="main">
        <Trans>Open the station</Trans>
      </Link>
    </div>
  );
}
