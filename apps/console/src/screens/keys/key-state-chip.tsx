import type { Answer } from "@asbuilt/client";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Chip } from "../../ui/notice.tsx";
import { keyStateOf } from "./key-state.rules.ts";

/** A key, without the key itself. */
export type ApiKey = Answer<"apiKeyList">[number];

/** Whether the key lets anyone in. */
export function KeyStateChip({ apiKey }: { readonly apiKey: ApiKey }) {
  const [shownAt] = useState(Date.now);
  switch (keyStateOf(apiKey, shownAt)) {
    case "revoked":
      return (
        <Chip meaning="bad">
          <Trans>Revoked</Trans>
        </Chip>
      );
    case "expired":
      return (
        <Chip meaning="caution">
          <Trans>Expired</Trans>
        </Chip>
      );
    case "unused":
      return (
        <Chip>
          <Trans>Never used</Trans>
        </Chip>
      );
    default:
      return (
        <Chip meaning="good">
          <Trans>Valid</Trans>
        </Chip>
      );
  }
}
