import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { secondsLeft, type Slowness, slownessAfter } from "./slow.rules.ts";

interface SlowProps {
  /** When it was asked. */
  readonly since: number;
  /** When the service wants to be asked again, if it said so. */
  readonly waitsUntil?: number | undefined;
  readonly onRetry: () => void;
}

/** What is shown while the service is asked: more, the longer it takes. */
export function Slow({ since, waitsUntil, onRetry }: SlowProps) {
  const now = useNow();
  if (waitsUntil !== undefined && waitsUntil > now) {
    return <BusyService seconds={secondsLeft(waitsUntil, now)} />;
  }
  return <SlowState slowness={slownessAfter(now - since)} onRetry={onRetry} />;
}

/** As often as the first step is long. */
const tickMs = 150;

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface SlowStateProps {
  readonly slowness: Slowness;
  readonly onRetry: () => void;
}

export function SlowState({ slowness, onRetry }: SlowStateProps) {
  const { t } = useLingui();
  if (slowness === "unnoticed") return undefined;
  return (
    <output className="slow">
      <progress className="waiting" aria-label={t`Loading`} />
      {slowness === "noticed" ? undefined : (
        <span className="row">
          <Trans>Still asking. The service or the network is slow.</Trans>
          {slowness === "stuck" ? (
            <Button onClick={onRetry}>
              <Trans>Ask again</Trans>
            </Button>
          ) : undefined}
        </span>
      )}
    </output>
  );
}

/** The service has refused to answer now, and has said when it will. */
export function BusyService({ seconds }: { readonly seconds: number }) {
  const { t } = useLingui();
  return (
    <div className="slow">
      <progress className="waiting" aria-label={t`Loading`} />
      <p>
        <output>
          <Trans>The service is busy.</Trans>
        </output>{" "}
        {/* Not in the output, which would be read out every second. */}
        <Plural
          value={seconds}
          one="It is asked again in # second."
          other="It is asked again in # seconds."
        />
      </p>
    </div>
  );
}
