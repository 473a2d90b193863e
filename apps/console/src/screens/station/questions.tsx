import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Chip, type Meaning } from "../../ui/notice.tsx";
import { later } from "../../ui/later.tsx";
import { Quantity } from "../../ui/values.tsx";
import { QuantityPad } from "./quantity-pad.tsx";
import type { ParkedUnit, Reason, StationEvent } from "./station.ts";
import type { Match } from "./unit.rules.ts";
import type { Station } from "./use-station.ts";

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

const dispositions: Readonly<Record<Reason["disposition"], readonly [MessageDescriptor, Meaning]>> =
  {
    return: [msg`goes back to stock`, "good"],
    hold: [msg`is put on hold`, "caution"],
    scrap: [msg`is scrapped`, "bad"],
  };

function ReasonList({
  reasons,
  tell,
}: {
  readonly reasons: readonly Reason[];
  readonly tell: Tell;
}) {
  const { i18n, t } = useLingui();
  return (
    <ul className="station-choices" aria-label={t`Reasons`}>
      {reasons.map(({ suid, name, description, disposition }) => {
        const [text, meaning] = dispositions[disposition];
        return (
          <li key={suid}>
            <button
              type="button"
              className="button station-choice"
              onClick={() => tell({ kind: "command", command: { name: "REASON", suid } })}
            >
              <strong>{name}</strong>
              <span className="soft">{description}</span>
              <Chip meaning={meaning}>{i18n._(text)}</Chip>
            </button>
          </li>
        );
      })}
    </ul>
  );
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

function MatchList({ matches, tell }: { readonly matches: readonly Match[]; readonly tell: Tell }) {
  const { t } = useLingui();
  return (
    <ul className="station-choices" aria-label={t`Records`}>
      {matches.map((match) => (
        <li key={`${match.kind} ${match.id}`}>
          <button
            type="button"
            className="button station-choice"
            onClick={() => tell({ kind: "pickMatch", match })}
          >
            <strong>{match.name}</strong>
            <span className="soft">
              {match.productName} · {match.status} {match.batchNo} {match.location}
            </span>
            {match.actualQty === null ? undefined : (
              <Quantity value={match.actualQty} unit={match.unit} />
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
