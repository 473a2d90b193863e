import { useLingui } from "@lingui/react/macro";
import { timeLocale } from "../app/language.ts";
import { formatDecimal } from "../contract/decimal.rules.ts";
import { useSession } from "../session/session.tsx";

interface QuantityProps {
  readonly value: number;
  readonly unit?: string | null | undefined;
}

/** A quantity with its unit, in the signs of the person's language. */
export function Quantity({ value, unit }: QuantityProps) {
  const { i18n } = useLingui();
  return <span className="number">{quantityText(value, unit, i18n.locale)}</span>;
}

export const quantityText = (
  value: number,
  unit: string | null | undefined,
  locale: string,
): string => `${formatDecimal(value, locale)}${unit ? ` ${unit}` : ""}`;

/** A moment in the plant's time zone, which it names. */
export function Moment({ at }: { readonly at: string | null | undefined }) {
  const { i18n } = useLingui();
  const { who } = useSession();
  if (!at) return undefined;
  const { time, zone } = momentTexts(at, who.timeZone, i18n.locale);
  return (
    <time dateTime={at} title={at}>
      {time} <span className="soft">{zone}</span>
    </time>
  );
}

/** Returns a moment and the name of its time zone, as the language writes them in this region. */
export function momentTexts(at: string, timeZone: string, language: string) {
  const formats = formatsOf(timeLocale(language), timeZone);
  const date = new Date(at);
  const zone = formats.zone.formatToParts(date).find(({ type }) => type === "timeZoneName");
  return { time: formats.moment.format(date), zone: zone?.value ?? timeZone };
}

interface Formats {
  readonly moment: Intl.DateTimeFormat;
  readonly zone: Intl.DateTimeFormat;
}

// To make a format takes longer than to use it, and a printed record has ten thousand times.
const madeFormats = new Map<string, Formats>();

function formatsOf(locale: string, timeZone: string): Formats {
  const key = `${locale} ${timeZone}`;
  const made = madeFormats.get(key) ?? {
    moment: new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium", timeZone }),
    zone: new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" }),
  };
  madeFormats.set(key, made);
  return made;
}
