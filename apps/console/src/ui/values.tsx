import { useLingui } from "@lingui/react/macro";
import { formatDecimal } from "../contract/decimal.rules.ts";
import { useSession } from "../session/session.tsx";

interface QuantityProps {
  readonly value: number;
  readonly unit?: string | null | undefined;
}

/** A quantity with its unit, in the signs of the person's language. */
export function Quantity({ value, unit }: QuantityProps) {
  const { i18n } = useLingui();
  return (
    <span className="number">
      {formatDecimal(value, i18n.locale)}
      {unit ? ` ${unit}` : ""}
    </span>
  );
}

/** A moment in the plant's time zone, which it names. */
export function Moment({ at }: { readonly at: string | null | undefined }) {
  const { i18n } = useLingui();
  const { who } = useSession();
  if (!at) return undefined;
  const text = new Intl.DateTimeFormat(i18n.locale, {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: who.timeZone,
  }).format(new Date(at));
  return (
    <time dateTime={at} title={at}>
      {text} <span className="soft">{zoneName(at, who.timeZone, i18n.locale)}</span>
    </time>
  );
}

function zoneName(at: string, timeZone: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" });
  const parts = format.formatToParts(new Date(at));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
