import { useLingui } from "@lingui/react/macro";
import { Quantity } from "../../ui/values.tsx";
import type { StationEvent } from "./station.ts";
import type { Match } from "./unit.rules.ts";

interface MatchListProps {
  readonly matches: readonly Match[];
  readonly tell: (event: StationEvent) => void;
}

/** The records that a code can mean. A person chooses, or scans another code. */
export function MatchList({ matches, tell }: MatchListProps) {
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
              {[match.productName, match.status, match.batchNo, match.location]
                .filter((part) => part !== null)
                .join(" · ")}
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
