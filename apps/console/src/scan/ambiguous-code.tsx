import { Plural, useLingui } from "@lingui/react/macro";
import { kindNames, recordAddress } from "../app/record-address.ts";
import { useGoTo } from "../app/use-go-to.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { visibleCode } from "./code.rules.ts";
import type { Match } from "./dead-end.tsx";

interface ChoiceProps {
  readonly code: string;
  readonly matches: readonly Match[];
  readonly onGo: () => void;
}

/** The records that a code can mean. A person chooses: a guess could be wrong. */
export function Choice({ code, matches, onGo }: ChoiceProps) {
  const { i18n } = useLingui();
  const goTo = useGoTo();
  const count = matches.length;
  return (
    <Notice
      meaning="caution"
      title={<Plural value={count} one="# record has this code" other="# records have this code" />}
    >
      <p>
        <code>{visibleCode(code)}</code>
      </p>
      <ul className="scan-choice">
        {matches.map((match) => (
          <li key={`${match.kind} ${match.id}`}>
            <Button
              onClick={() => {
                onGo();
                goTo(recordAddress(match));
              }}
            >
              {i18n._(kindNames[match.kind])}: {match.name}
              {match.productName && match.kind === "MaterialItem" ? ` · ${match.productName}` : ""}
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
