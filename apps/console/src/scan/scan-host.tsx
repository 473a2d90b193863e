import { Trans } from "@lingui/react/macro";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { newCutDetector } from "./cut.rules.ts";
import { feedback } from "./feedback.ts";
import { type DeadEnd, DeadEndText, useFindCode } from "./dead-end.tsx";
import { learnSuffix, saveScanSettings, scanSettings } from "./scan-settings.ts";
import { deliver, expectScans, useOtherScans } from "./use-scan.ts";
import { listenForScans } from "./wedge.ts";
import "./scan-host.css";

/** Listens to the scanner in the whole console. It goes to the records of scans that no screen takes. */
export function ScanHost() {
  const [deadEnd, setDeadEnd] = useState<DeadEnd>();
  useEffect(() => {
    const wholenessOf = newCutDetector();
    const refuse = (why: DeadEnd) => {
      setDeadEnd(why);
      feedback("bad");
    };
    return listenForScans({
      onScan: (scan) => {
        const wholeness = wholenessOf(scan, performance.now(), scanSettings().suffix);
        const { code } = scan;
        setDeadEnd(undefined);
        if (wholeness === "cut") return deliver(scan, () => refuse({ kind: "cut", code }));
        if (wholeness === "unsuffixed") saveScanSettings({ suffix: "none" });
        learnSuffix(scan);
        deliver(scan);
      },
      onTooLong: () => refuse({ kind: "tooLong" }),
      onSlow: (slow) => refuse({ kind: "slow", ...slow }),
    });
  }, []);
  const isArriving = useRouterState({ select: ({ isLoading }) => isLoading });
  useEffect(() => (isArriving ? expectScans("screen") : undefined), [isArriving]);
  const find = useFindCode();
  useOtherScans(async ({ code }) => {
    setDeadEnd(undefined);
    const outcome = await find(code);
    setDeadEnd(outcome);
    feedback(outcome ? "bad" : "good");
  });
  if (!deadEnd) return undefined;
  return <DeadEndPopover deadEnd={deadEnd} onClose={() => setDeadEnd(undefined)} />;
}

interface DeadEndProps {
  readonly deadEnd: DeadEnd;
  readonly onClose: () => void;
}

/** Says what came of a scan, above everything else: also above a dialog. */
function DeadEndPopover({ deadEnd, onClose }: DeadEndProps) {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    shown.current?.showPopover();
  }, []);
  return (
    <div ref={shown} popover="manual" className="dead-end">
      <DeadEndText deadEnd={deadEnd} onGo={onClose} />
      <div className="row">
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </div>
  );
}
