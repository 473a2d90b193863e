import { Trans } from "@lingui/react/macro";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Quantity } from "../../ui/values.tsx";
import type { Match } from "./find-code.ts";

interface MatchListProps {
  readonly matches: readonly Match[];
  readonly onChoose: (match: Match) => void;
}

/** The items that one code can mean, such as those of a batch. A person chooses; nothing is guessed. */
export const MatchList = ({ matches, onChoose }: MatchListProps) => (
  <Notice meaning="caution" title={<Trans>This code means several items. Choose one.</Trans>}>
    <ul className="matches">
      {matches.map((match) => (
        <li key={match.id}>
          <Button onClick={() => onChoose(match)}>
            {match.name}
            <span className="soft">
              {match.actualQty === null ? undefined : (
                <Quantity value={match.actualQty} unit={match.unit} />
              )}{" "}
              {match.location}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  </Notice>
);
