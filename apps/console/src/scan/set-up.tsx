import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { Barcode } from "../label/barcode.tsx";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/notice.tsx";
import { feedback } from "./feedback.ts";
import {
  type Findings,
  findingsWith,
  gs1Elements,
  layoutCode,
  settingsFor,
} from "./measure.rules.ts";
import { type ReceivedScan, ReceivedScans } from "./received-scans.tsx";
import { saveScanSettings, scanSettings, setMeasuring } from "./scan-settings.ts";
import { SettingsForm } from "./settings-form.tsx";
import { useScan } from "./use-scan.ts";
import type { Scan } from "./wedge.rules.ts";

const shownScansMax = 200;

/** Measures the scanner of this station with the codes of a sheet, and keeps what it found. */
export function SetUp() {
  const [isMeasuring, setIsMeasuring] = useState(false);
  const [findings, setFindings] = useState<Findings>({});
  const [scans, setScans] = useState<readonly ReceivedScan[]>([]);
  // The next scan can come before the page is drawn again.
  const found = useRef(findings);
  const sentPrefix = useSentPrefix();
  useEffect(() => {
    setMeasuring(isMeasuring);
    return () => setMeasuring(false);
  }, [isMeasuring]);
  useScan((scan) => {
    setScans((shown) => withScan(shown, scan));
    const shows = isMeasuring ? findingsWith(found.current, scan, sentPrefix(scan)) : undefined;
    if (shows) {
      found.current = shows;
      setFindings(shows);
      saveScanSettings(settingsFor(shows));
    }
    feedback("good");
  }, "every");
  return (
    <>
      <section className="card form">
        <h2>
          <Trans>1. Scan these codes</Trans>
        </h2>
        <p className="on-screen">
          <Trans>
            Print this page, or scan from the screen. Start, then scan each code. What is found is
            kept at this station.
          </Trans>
        </p>
        <SetUpCodes />
        <div className="row on-screen">
          <Button kind="main" onClick={() => setIsMeasuring(!isMeasuring)}>
            {isMeasuring ? <Trans>Stop measuring</Trans> : <Trans>Start measuring</Trans>}
          </Button>
        </div>
        <FindingList findings={findings} />
      </section>
      <SettingsForm />
      <ReceivedScans scans={scans} />
    </>
  );
}

const withScan = (shown: readonly ReceivedScan[], scan: Scan): readonly ReceivedScan[] =>
  [{ ...scan, number: (shown[0]?.number ?? 0) + 1 }, ...shown].slice(0, shownScansMax);

/** Returns which prefix a scan had: also one that this station does not expect yet. */
function useSentPrefix(): (scan: Scan) => "F9" | "STX" | "none" {
  const seen = useRef<"F9" | "STX">(undefined);
  useEffect(() => {
    const press = ({ key, ctrlKey }: KeyboardEvent) => {
      if (key === "F9") seen.current = "F9";
      if (key === "b" && ctrlKey) seen.current = "STX";
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return ({ hasPrefix }) => {
    const sent = hasPrefix ? scanSettings().prefix : (seen.current ?? "none");
    seen.current = undefined;
    return sent;
  };
}

function SetUpCodes() {
  const { t } = useLingui();
  return (
    <ul className="sheet">
      <li className="sheet-symbol">
        <strong>{t`Keyboard and speed`}</strong>
        <Barcode symbology="code128" text={layoutCode} label={t`Keyboard and speed`} />
        <code>{layoutCode}</code>
      </li>
      <li className="sheet-symbol">
        <strong>{t`GS1, linear`}</strong>
        <Barcode symbology="gs1Code128" text={gs1Elements} label={t`GS1, linear`} />
      </li>
      <li className="sheet-symbol">
        <strong>{t`GS1, Data Matrix`}</strong>
        <Barcode symbology="gs1DataMatrix" text={gs1Elements} label={t`GS1, Data Matrix`} />
      </li>
    </ul>
  );
}

function FindingList({ findings }: { readonly findings: Findings }) {
  const { t, i18n } = useLingui();
  const { msPerKey, suffix, layout, hasSeparator, hasAim } = findings;
  if (msPerKey === undefined) return undefined;
  const speed = i18n.number(msPerKey, { maximumFractionDigits: 1 });
  return (
    <ul className="findings" aria-label={t`Found`}>
      <Finding isGood={msPerKey < 60} text={t`${speed} ms a key`} />
      <Finding
        isGood={suffix !== "none"}
        text={suffix === "none" ? t`No suffix: set the scanner to Enter` : t`Suffix ${suffix}`}
      />
      {layout ? (
        <Finding
          isGood={layout !== "other"}
          text={
            layout === "other" ? t`Unknown keyboard: set the scanner to US` : t`Keyboard is right`
          }
        />
      ) : undefined}
      {hasSeparator === undefined ? undefined : (
        <Finding
          isGood={hasSeparator}
          text={
            hasSeparator ? t`Separators arrive` : t`Separators are lost: have the scanner send GS`
          }
        />
      )}
      {hasAim === undefined ? undefined : (
        <Finding
          isGood={hasAim}
          text={hasAim ? t`AIM identifiers arrive` : t`No AIM identifier: switch it on`}
        />
      )}
    </ul>
  );
}

const Finding = ({ isGood, text }: { readonly isGood: boolean; readonly text: string }) => (
  <li>
    <Chip meaning={isGood ? "good" : "caution"}>
      {isGood ? "✓" : "!"} {text}
    </Chip>
  </li>
);
