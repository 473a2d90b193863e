import { Plural, useLingui } from "@lingui/react/macro";

interface CountProps {
  readonly count: number;
  /** Counting ended early: there can be more. */
  readonly isCapped: boolean;
}

/** The number of matching records, as far as they were counted. */
export function Count({ count, isCapped }: CountProps) {
  const { i18n, t } = useLingui();
  const number = new Intl.NumberFormat(i18n.locale).format(count);
  if (isCapped) return t`${number}+ records`;
  return <Plural value={count} one="# record" other="# records" />;
}
