import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Chip, type Meaning } from "../../ui/notice.tsx";
import type { Reason, StationEvent } from "./station.ts";

const dispositions: Readonly<Record<Reason["disposition"], readonly [MessageDescriptor, Meaning]>> =
  {
    return: [msg`goes back to stock`, "good"],
    hold: [msg`is put on hold`, "caution"],
    scrap: [msg`is scrapped`, "bad"],
  };

interface ReasonListProps {
  readonly reasons: readonly Reason[];
  readonly tell: (event: StationEvent) => void;
}

/** The reasons that a removal can give, with what becomes of the material. */
export function ReasonList({ reasons, tell }: ReasonListProps) {
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
