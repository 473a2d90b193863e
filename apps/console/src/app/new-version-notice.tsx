import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { takeNewVersion, useNewVersion } from "./new-version.ts";

/** Offers the new version. Nothing is loaded again while a person works. */
export function NewVersionNotice() {
  const { t } = useLingui();
  if (!useNewVersion()) return undefined;
  return (
    <div className="shell-version">
      <Notice title={t`A new version of the console is here`}>
        <Button onClick={takeNewVersion}>
          <Trans>Load the new version</Trans>
        </Button>
      </Notice>
    </div>
  );
}
