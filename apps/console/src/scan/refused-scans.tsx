import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { visibleCode } from "./code.rules.ts";
import { settingsFor } from "./measure.rules.ts";
import { saveScanSettings } from "./scan-settings.ts";
import type { SlowCode } from "./slow-scanner.rules.ts";

/** A scanner that nobody has set up, and that is slower than most. */
export function SlowScanner({
  slow,
  onDone,
}: {
  readonly slow: SlowCode;
  readonly onDone: () => void;
}) {
  const { t } = useLingui();
  return (
    <Notice meaning="bad" title={t`Is this a slow scanner? Its code was not taken.`}>
      <p>
        <code>{visibleCode(slow.code)}</code>
      </p>
      <p>
        <Trans>This station takes its keys for those of a person until you accept it.</Trans>{" "}
        <Button
          onClick={() => {
            saveScanSettings(settingsFor(slow));
            onDone();
          }}
        >
          <Trans>Accept it, then scan again</Trans>
        </Button>
      </p>
    </Notice>
  );
}

/** A code whose end is missing, or the end of one. */
export function CutCode({ code }: Pick<SlowCode, "code">) {
  const { t } = useLingui();
  return (
    <Notice meaning="bad" title={t`Only a part of a code arrived. Scan it again.`}>
      <p>
        <code>{visibleCode(code)}</code>
      </p>
      <p>
        <Trans>Nothing was done with it. Its end is missing, or came too late.</Trans>
      </p>
    </Notice>
  );
}
