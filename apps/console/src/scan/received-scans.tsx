import { Trans, useLingui } from "@lingui/react/macro";
import { kindNames } from "../app/record-address.ts";
import { useRead } from "../client/queries.ts";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { Empty, Facts } from "../ui/page.tsx";
import { aimIdentifierOf, commandOf, isCommand, visibleCode } from "./code.rules.ts";
import type { Scan } from "./wedge.rules.ts";

export interface ReceivedScan extends Scan {
  readonly number: number;
}

/** The scans that came while the page was open, the last one first, and what each was read as. */
export function ReceivedScans({ scans }: { readonly scans: readonly ReceivedScan[] }) {
  return (
    <section className="card form on-screen">
      <h2>
        <Trans>3. Received scans</Trans>
      </h2>
      {scans.length === 0 ? (
        <Empty>
          <Trans>Scan any code: it appears here and does nothing else.</Trans>
        </Empty>
      ) : undefined}
      <ol className="received">
        {scans.map((scan, index) => (
          <li key={scan.number} className="received-scan">
            <code className="received-code">{visibleCode(scan.code)}</code>
            <ScanFacts scan={scan} />
            {index === 0 ? <Meaning code={scan.code} /> : undefined}
          </li>
        ))}
      </ol>
    </section>
  );
}

function ScanFacts({ scan }: { readonly scan: Scan }) {
  const { t, i18n } = useLingui();
  const { code, msPerKey, suffix, hasPrefix } = scan;
  const speed = i18n.number(msPerKey, { maximumFractionDigits: 1 });
  return (
    <Facts
      facts={[
        [t`Speed`, t`${speed} ms a key`],
        [t`Suffix`, suffix === "none" ? t`none` : suffix],
        [t`Prefix`, hasPrefix ? t`yes` : undefined],
        [t`AIM identifier`, aimIdentifierOf(code)],
      ]}
    />
  );
}

/** What the console and the service take a code for. */
function Meaning({ code }: { readonly code: string }) {
  const { t, i18n } = useLingui();
  const isOwn = isCommand(code);
  const resolved = useRead("scanResolve", { body: { code } }, !isOwn);
  if (isOwn) {
    const command = commandOf(code);
    return <p>{command ? t`Command ${command.name}` : t`There is no such command.`}</p>;
  }
  if (resolved.error) return <ProblemNotice error={resolved.error} />;
  if (!resolved.data) return undefined;
  const { elements, fault, matches } = resolved.data;
  return (
    <Facts
      facts={[
        [t`Fault`, fault],
        ...elements.map(({ ai, title, value }) => [`${title} (${ai})`, value] as const),
        [
          t`Records`,
          matches.map(({ kind, name }) => `${i18n._(kindNames[kind])} ${name}`).join(", ") ||
            t`none`,
        ],
      ]}
    />
  );
}
