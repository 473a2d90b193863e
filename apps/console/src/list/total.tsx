import type { Answer } from "@asbuilt/client";
import { Plural, Trans, useLingui } from "@lingui/react/macro";

/** How many records match. The service counts up to a limit. */
export function Total({ counted }: { readonly counted: Answer<"productCount"> | undefined }) {
  const { i18n } = useLingui();
  if (!counted) return undefined;
  const number = counted.count.toLocaleString(i18n.locale);
  return (
    <output className="soft">
      {counted.isCapped ? (
        <Trans>More than {number} match</Trans>
      ) : (
        <Plural value={counted.count} one="# matches" other="# match" />
      )}
    </output>
  );
}
