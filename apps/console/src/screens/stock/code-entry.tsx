import { useLingui } from "@lingui/react/macro";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Notice } from "../../ui/notice.tsx";
import { CodeBox } from "./code-box.tsx";
import { MatchList } from "./match-list.tsx";
import type { CodeWork } from "./use-code-work.ts";
import "./stock.css";

/** The box for an item's code, and what came of the last one. */
export function CodeEntry({ work }: { readonly work: CodeWork }) {
  const { t } = useLingui();
  const { take, choose, choices, refusal, error, isBusy } = work;
  return (
    <>
      <CodeBox
        label={t`Item`}
        hint={t`Scan its label, or type its serial and press Enter.`}
        isBusy={isBusy}
        onCode={(code) => void take(code)}
      />
      {choices.length > 0 ? <MatchList matches={choices} onChoose={choose} /> : undefined}
      {refusal === undefined ? undefined : <Notice meaning="bad" title={refusal} />}
      {error ? <ProblemNotice error={error} /> : undefined}
    </>
  );
}
