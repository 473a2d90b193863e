import { Unreachable } from "../../client/asbuilt.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Chip, type Meaning, Notice } from "../../ui/notice.tsx";
import { Empty, Facts } from "../../ui/page.tsx";
import { Capped } from "../../ui/count.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Secret } from "../../ui/secret.tsx";
import { BusyService, SlowState } from "../../ui/slow.tsx";
import { Moment, Quantity } from "../../ui/values.tsx";
import { refusal } from "./refusal.ts";
import { longText, Sample, Samples } from "./sample.tsx";

const meanings: readonly Meaning[] = ["neutral", "good", "caution", "bad"];

const nothing = () => undefined;

/** What the console says: results, refusals, waits and values. */
export const MessageSamples = () => (
  <>
    <Samples title="Messages">
      {meanings.map((meaning) => (
        <Sample key={meaning} title={meaning}>
          <Notice meaning={meaning} title="IMPELLER-0004 is in PUMP-0004.">
            <p>{longText}</p>
            <p className="field-hint">
              Code <code>not_found</code>
            </p>
          </Notice>
        </Sample>
      ))}
      <Sample title="chips">
        <div className="row">
          {meanings.map((meaning) => (
            <Chip key={meaning} meaning={meaning}>
              {meaning}
            </Chip>
          ))}
        </div>
      </Sample>
      <Sample title="a refusal">
        <ProblemNotice error={refusal} />
      </Sample>
      <Sample title="no network">
        <ProblemNotice error={new Unreachable("The service can't be reached.")} />
      </Sample>
      <Sample title="a defect of the screen">
        <ProblemNotice error={new TypeError("x is not a function")} />
      </Sample>
    </Samples>
    <Samples title="Waits">
      <Sample title="below 150 ms: nothing">
        <SlowState slowness="unnoticed" onRetry={nothing} />
      </Sample>
      <Sample title="from 150 ms on">
        <SlowState slowness="noticed" onRetry={nothing} />
      </Sample>
      <Sample title="from 3 s on">
        <SlowState slowness="slow" onRetry={nothing} />
      </Sample>
      <Sample title="from 8 s on">
        <SlowState slowness="stuck" onRetry={nothing} />
      </Sample>
      <Sample title="429 or 503, with Retry-After">
        <BusyService seconds={12} />
      </Sample>
    </Samples>
    <Samples title="Values">
      <ValueSamples />
    </Samples>
  </>
);

const ValueSamples = () => (
  <>
    <Facts
      facts={[
        ["Quantity", <Quantity key="quantity" value={1234.5} unit="kg" />],
        ["Time", <Moment key="time" at="2026-01-31T08:00:00.000Z" />],
        ["More than is counted", <Capped key="capped" of={{ count: 1000, isCapped: true }} />],
        ["Long", longText],
        ["Missing", undefined],
      ]}
    />
    <ProgressBar label="Finished units" done={3} of={5} />
    <Secret label="Key" value="ab_0000000000000000000000000000000000000000000" whenGone="" />
    <Secret label="Key" value={null} whenGone="Revoke it and create another one." />
    <Empty>Nothing is here yet. Items appear here when they are received.</Empty>
  </>
);
