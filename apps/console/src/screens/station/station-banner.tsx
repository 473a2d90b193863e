import { Trans } from "@lingui/react/macro";
import { useProblemText } from "../../contract/problem-text.tsx";
import { toneOf } from "./banner.rules.ts";
import { useBannerText } from "./banner-text.tsx";
import type { StationState } from "./station.ts";

const signs = { good: "✓", bad: "✕", kept: "↥", ask: "→" } as const;

/** The last result, large. It is read out, and has a sign besides its colour. */
export function StationBanner({ state }: { readonly state: StationState }) {
  const textOf = useBannerText();
  const { banner, waiting } = state;
  const isWaiting = waiting.kind === "answer";
  return (
    <section
      className="station-banner"
      data-tone={isWaiting ? "busy" : toneOf(banner)}
      aria-live="assertive"
      aria-atomic="true"
      data-testid="banner"
    >
      <p className="station-banner-text">
        {isWaiting ? (
          <Trans>Asking the service …</Trans>
        ) : (
          <>
            <span aria-hidden="true">{signs[toneOf(banner)]}</span> {textOf(banner)}
          </>
        )}
      </p>
      {isWaiting ? undefined : <ProblemLines banner={banner} />}
    </section>
  );
}

/** Why it was refused, in the service's words, and what to do. */
function ProblemLines({ banner }: Pick<StationState, "banner">) {
  const problemText = useProblemText();
  if (banner.kind !== "refused") return undefined;
  const { detail, detailLang, action } = problemText(banner.problem);
  return (
    <>
      <p lang={detailLang}>{detail}</p>
      {action ? <p>{action}</p> : undefined}
    </>
  );
}

/** What the station said before, newest first. */
export function StationLog({ log }: Pick<StationState, "log">) {
  const textOf = useBannerText();
  if (log.length === 0) return undefined;
  return (
    <details className="card">
      <summary>
        <Trans>Last results</Trans>
      </summary>
      <ol className="station-log" data-testid="log">
        {log.map((banner, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a result has no other name
          <li key={log.length - index} data-kind={banner.kind}>
            {textOf(banner)}
          </li>
        ))}
      </ol>
    </details>
  );
}
