import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Unreachable } from "../../client/asbuilt.ts";
import { LocationPicker } from "../../list/pickers.tsx";
import { visibleCode } from "../../scan/code.rules.ts";
import { feedback } from "../../scan/feedback.ts";
import { useScan } from "../../scan/use-scan.ts";
import type { InputOf } from "../../ui/field.tsx";
import { useFindCode } from "./find-code.ts";

/** A location of a form: typed and chosen, or by a scan of its label. */
export function ScannedLocation(input: InputOf) {
  const { t } = useLingui();
  const find = useFindCode();
  const [refusal, setRefusal] = useState<string>();
  useScan(async ({ code }) => {
    const found = await find(code).catch((error: unknown) => {
      if (error instanceof Unreachable) return undefined;
      throw error;
    });
    const isFound = found?.kind === "location";
    if (isFound) input.onChange(found.suid);
    const isLost = found === undefined;
    const other = isLost
      ? t`The service can't be reached.`
      : t`${visibleCode(code)} is no location.`;
    setRefusal(isFound ? undefined : other);
    feedback(isFound ? "good" : "bad");
  });
  return (
    <>
      <LocationPicker {...input} />
      {refusal === undefined ? undefined : (
        <p className="field-error" role="alert">
          {refusal}
        </p>
      )}
    </>
  );
}
