import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { recordAddress } from "../app/record-address.ts";
import { useGoTo } from "../app/use-go-to.ts";
import { useAsk } from "../client/queries.ts";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { later } from "../ui/later.tsx";
import { Notice } from "../ui/notice.tsx";
import { isCommand, visibleCode } from "./code.rules.ts";
import type { SlowCode } from "./slow-scanner.rules.ts";
import { codeCharactersMax } from "./wedge.rules.ts";

const SlowScanner = later(async () => (await import("./refused-scans.tsx")).SlowScanner);

const CutCode = later(async () => (await import("./refused-scans.tsx")).CutCode);

const Choice = later(async () => (await import("./ambiguous-code.tsx")).Choice);

export type Match = Answer<"scanResolve">["matches"][number];

/** The outcome of a scan that led nowhere yet. */
export type DeadEnd =
  | { readonly kind: "unknown" | "command" | "cut" | "dialog"; readonly code: string }
  | ({ readonly kind: "slow" } & SlowCode)
  | { readonly kind: "many"; readonly code: string; readonly matches: readonly Match[] }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "tooLong" };

/** Returns a function that goes to the record of a code, or returns why it does not. */
export function useFindCode(): (code: string) => Promise<DeadEnd | undefined> {
  const ask = useAsk();
  const goTo = useGoTo();
  return async (code) => {
    if (isCommand(code)) return { kind: "command", code };
    // To leave the screen would lose what the person typed into the dialog.
    if (document.querySelector("dialog:modal:not(:has([data-find]))"))
      return { kind: "dialog", code };
    try {
      const { matches } = await ask("scanResolve", { body: { code } });
      const [first] = matches;
      if (!first) return { kind: "unknown", code };
      if (matches.length > 1) return { kind: "many", code, matches };
      goTo(recordAddress(first));
      return undefined;
    } catch (error) {
      return { kind: "failed", error };
    }
  };
}

/** Says why a code led nowhere yet, and what a person can do. */
export function DeadEndText({
  deadEnd,
  onGo,
}: {
  readonly deadEnd: DeadEnd;
  readonly onGo: () => void;
}) {
  const { t } = useLingui();
  switch (deadEnd.kind) {
    case "unknown":
      return <CodeNotice code={deadEnd.code} title={t`Nothing is known by this code.`} />;
    case "command":
      return <CodeNotice code={deadEnd.code} title={t`This command belongs to the station.`} />;
    case "dialog":
      return (
        <CodeNotice code={deadEnd.code} title={t`A dialog is open: this scan did nothing.`}>
          <Trans>Save or close the dialog, then scan again.</Trans>
        </CodeNotice>
      );
    case "cut":
      return <CutCode code={deadEnd.code} />;
    case "slow":
      return <SlowScanner slow={deadEnd} onDone={onGo} />;
    case "tooLong":
      return (
        <Notice meaning="bad" title={t`This is no code.`}>
          <Trans>A code has at most {codeCharactersMax} characters.</Trans>
        </Notice>
      );
    case "failed":
      return <ProblemNotice error={deadEnd.error} />;
    case "many":
      return <Choice {...deadEnd} onGo={onGo} />;
    default:
      return undefined;
  }
}

interface CodeNoticeProps {
  readonly code: string;
  readonly title: string;
  readonly children?: ReactNode;
}

const CodeNotice = ({ code, title, children }: CodeNoticeProps) => (
  <Notice meaning="bad" title={title}>
    <p>
      <code>{visibleCode(code)}</code>
    </p>
    {children ? <p>{children}</p> : undefined}
  </Notice>
);
