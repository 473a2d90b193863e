import { Trans, useLingui } from "@lingui/react/macro";
import { Chip } from "../../ui/notice.tsx";
import { later, Nothing } from "../../ui/later.tsx";
import { Quantity } from "../../ui/values.tsx";
import { QuantityPad } from "./quantity-pad.tsx";
import type { ParkedUnit, StationEvent } from "./station.ts";
import type { Station } from "./use-station.ts";

// A first scan does without them, and what they ask can be scanned.
const besideScans = { Meanwhile: Nothing };
const MatchList = later(async () => (await import("./match-list.tsx")).MatchList, besideScans);
const ReasonList = later(async () => (await import("./reason-list.tsx")).ReasonList, besideScans);
const ReceiveHere = later(async () => (await import("./receive-here.tsx")).ReceiveHere);

type Tell = (event: StationEvent) => void;

/** What the station asks the person, if it does. Each question can be answered by a scan too. */
export function Question({ station }: { readonly station: Station }) {
  const { state, reasons, tell } = station;
  const { waiting, unit } = state;
  switch (waiting.kind) {
    case "quantity": {
      const { child, text } = waiting;
      const { match } = child;
      return (
        <QuantityPad name={child.serial} text={text} unit={match?.unit} tell={tell}>
          {match && match.actualQty !== null ? (
            <p>
              {match.productName} · <Trans>left:</Trans>{" "}
              <Quantity value={match.actualQty} unit={match.unit} />
            </p>
          ) : undefined}
        </QuantityPad>
      );
    }
    case "removedQuantity": {
      const { content } = waiting.removal;
      return (
        <QuantityPad
          name={content.visualSerialNo}
          text={waiting.text}
          unit={content.unit}
          tell={tell}
        />
      );
    }
    case "reason":
      return <ReasonList reasons={reasons} tell={tell} />;
    case "unit":
      return <UnitList units={waiting.units} tell={tell} />;
    case "choice":
      return <MatchList matches={waiting.matches} tell={tell} />;
    case "receipt":
      return unit ? <ReceiveHere unit={unit} item={waiting.receipt} tell={tell} /> : undefined;
    default:
      return undefined;
  }
}

interface UnitListProps {
  readonly units: readonly ParkedUnit[];
  readonly tell: Tell;
}

/** Units to choose from: those of an order, or those that were parked here. */
export function UnitList({ units, tell }: UnitListProps) {
  const { t } = useLingui();
  return (
    <ul className="station-choices" aria-label={t`Units`}>
      {units.map(({ serial, product, required, filled, holdReason }) => (
        <li key={serial}>
          <button
            type="button"
            className="button station-choice"
            onClick={() => tell({ kind: "pickUnit", serial })}
          >
            <strong>{serial}</strong>
            <span className="soft">{product}</span>
            <Trans>
              {filled} of {required} slots filled
            </Trans>
            {holdReason ? <Chip meaning="bad">{holdReason}</Chip> : undefined}
          </button>
        </li>
      ))}
    </ul>
  );
}
