import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { formatDecimal } from "../contract/decimal.rules.ts";

/** A number that the service counts up to a limit. */
export interface Counted {
  readonly count: number;
  readonly isCapped: boolean;
}

/** A number in figures; with a plus if there can be more. */
export function Capped({ of: { count, isCapped } }: { readonly of: Counted }) {
  const { i18n } = useLingui();
  return (
    <span className="number">
      {formatDecimal(count, i18n.locale)}
      {isCapped ? "+" : ""}
    </span>
  );
}

/** How many records match, besides those that are loaded. */
export const Total = ({ counted }: { readonly counted: Counted | undefined }) => (
  <output className="soft">
    {counted ? (
      <Trans>
        <Capped of={counted} /> <Plural value={counted.count} one="matches" other="match" />
      </Trans>
    ) : undefined}
  </output>
);
