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
  const { moment, zone } = formatsOf(i18n.locale, who.timeZone);
  const date = new Date(at);
  const parts = zone.formatToParts(date);
  return (
    <time dateTime={at} title={at}>
      {moment.format(date)}{" "}
      <span className="soft">
        {parts.find(({ type }) => type === "timeZoneName")?.value ?? who.timeZone}
      </span>
    </time>
  );
}

interface Formats {
  readonly moment: Intl.DateTimeFormat;
  readonly zone: Intl.DateTimeFormat;
}

// To make a format takes longer than to use it, and a printed record has ten thousand times.
const formats = new Map<string, Formats>();

function formatsOf(locale: string, timeZone: string): Formats {
  const key = `${locale} ${timeZone}`;
  const made = formats.get(key) ?? {
    moment: new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium", timeZone }),
    zone: new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" }),
  };
  formats.set(key, made);
  return made;
}
