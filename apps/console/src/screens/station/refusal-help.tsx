import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useRead } from "../../client/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Moment, Quantity } from "../../ui/values.tsx";
import { candidatesOf } from "./slot-list.tsx";
import type { StationEvent, StationState } from "./station.ts";
import { type Match, missingSlots, slotsFor, type Unit, type UnitSlot } from "./unit.rules.ts";

interface HelpProps {
  readonly state: StationState;
  readonly tell: (event: StationEvent) => void;
}

/** What helps a person after a refusal: the facts behind it, and the next action. */
export function RefusalHelp({ state, tell }: HelpProps) {
  const { banner, unit, waiting } = state;
  if (!unit || waiting.kind !== "scan") return undefined;
  switch (banner.kind) {
    case "unknown":
      return (
        <Help>
          <Button kind="main" onClick={() => tell({ kind: "offerReceipt", item: banner.item })}>
            <Trans>Receive here</Trans>
          </Button>
        </Help>
      );
    case "notInBom":
      return <OpenSlots unit={unit} />;
    case "refused": {
      const { code } = banner.problem;
      const { child } = banner;
      if (code === "incomplete" || code === "evidence_missing")
        return <MissingSlots state={state} />;
      if (!child) return undefined;
      const item = { serial: child.serial };
      return code === "not_found" ? (
        <Help>
          <Button kind="main" onClick={() => tell({ kind: "offerReceipt", item })}>
            <Trans>Receive here</Trans>
          </Button>
        </Help>
      ) : (
        <CodeHelp code={code} unit={unit} match={child.match} />
      );
    }
    default:
      return undefined;
  }
}

interface CodeHelpProps {
  readonly code: string;
  readonly unit: Unit;
  readonly match: Match | undefined;
}

function CodeHelp({ code, unit, match }: CodeHelpProps) {
  if (code === "not_in_bom") return <OpenSlots unit={unit} />;
  if (!match) return undefined;
  switch (code) {
    case "item_on_hold":
    case "item_expired":
      return <HeldOrExpired match={match} />;
    case "over_maximum":
      return <FullSlots unit={unit} match={match} />;
    case "already_built":
      return <WhereBuilt match={match} />;
    case "insufficient_quantity":
      return <OtherLots match={match} />;
    default:
      return undefined;
  }
}

const Help = ({ children }: { readonly children: ReactNode }) => (
  <section className="card station-help" data-testid="help">
    {children}
  </section>
);

function OpenSlots({ unit }: { readonly unit: Unit }) {
  const open = unit.slots.filter(({ missing }) => missing > 0);
  return (
    <Help>
      <h2>
        <Trans>The open slots take</Trans>
      </h2>
      <ul>
        {open.map((slot) => (
          <li key={slot.bomSlotID}>
            <strong>{slot.slot}</strong>: {candidatesOf(slot)}
          </li>
        ))}
      </ul>
    </Help>
  );
}

function MissingSlots({ state }: Pick<HelpProps, "state">) {
  const { banner, unit } = state;
  if (!unit || banner.kind !== "refused") return undefined;
  return (
    <Help>
      <ul>
        {missingSlots(unit).map((slot) => (
          <li key={slot.bomSlotID}>
            <strong>{slot.slot}</strong>: <Missing slot={slot} />
          </li>
        ))}
      </ul>
    </Help>
  );
}

function Missing({ slot }: { readonly slot: UnitSlot }) {
  const { missing, unit, missingEvidence } = slot;
  if (missing > 0) {
    return (
      <>
        <Quantity value={missing} unit={unit} /> <Trans>missing</Trans>
      </>
    );
  }
  return missingEvidence.includes("build") ? (
    <Trans>nothing is built into it</Trans>
  ) : (
    <Trans>the design names no part</Trans>
  );
}

function HeldOrExpired({ match }: { readonly match: Match }) {
  const { t } = useLingui();
  const { id, name, holdReason, expiryDate } = match;
  return (
    <Help>
      {holdReason === null ? undefined : <p>{t`Reason of the hold: ${holdReason}`}</p>}
      {expiryDate === null ? undefined : (
        <p>
          <Trans>Expires:</Trans> <Moment at={expiryDate} />
        </p>
      )}
      <p>
        <Link to="/items/$id" params={{ id: String(id) }} search={{ tab: "history" }}>
          <Trans>Since when, and by whom: history of {name}</Trans>
        </Link>
      </p>
    </Help>
  );
}

function FullSlots({ unit, match }: { readonly unit: Unit; readonly match: Match }) {
  const contents = slotsFor(unit, match.productID).flatMap((slot) => slot.contents);
  return (
    <Help>
      <h2>
        <Trans>In this slot already</Trans>
      </h2>
      <ul>
        {contents.map(({ id, visualSerialNo, qty, unit: name }) => (
          <li key={id}>
            <code>{visualSerialNo}</code> <Quantity value={qty} unit={name} />
          </li>
        ))}
      </ul>
    </Help>
  );
}

function WhereBuilt({ match }: { readonly match: Match }) {
  const used = useRead("genealogyWhereUsed", { body: { id: match.id, depth: 1 } });
  const [holder] = used.data ?? [];
  if (!holder) return undefined;
  const { name } = match;
  const { visualSerialNo } = holder;
  return (
    <Help>
      <p>
        <Trans>
          {name} is in {visualSerialNo}.
        </Trans>
      </p>
    </Help>
  );
}

function OtherLots({ match }: { readonly match: Match }) {
  const { productName, name, actualQty, unit } = match;
  const lots = useRead(
    "materialItemSearch",
    {
      body: { ...(productName === null ? {} : { productName }), isInStock: true, isHeld: false },
      query: { limit: 10 },
    },
    productName !== null,
  );
  const others = (lots.data ?? []).filter(({ visualSerialNo }) => visualSerialNo !== name);
  return (
    <Help>
      <p>
        <Trans>Left of {name}:</Trans>{" "}
        {actualQty === null ? undefined : <Quantity value={actualQty} unit={unit} />}
      </p>
      {others.length > 0 ? (
        <>
          <h2>
            <Trans>Other lots of {productName}</Trans>
          </h2>
          <ul>
            {others.map((lot) => (
              <li key={lot.id}>
                <code>{lot.visualSerialNo}</code> <Quantity value={lot.actualQty} unit={unit} />{" "}
                {lot.location}
              </li>
            ))}
          </ul>
        </>
      ) : undefined}
    </Help>
  );
}
