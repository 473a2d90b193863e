import { foldCase } from "../values/fold-case.ts";
import { gtin14 } from "../values/gtin.ts";
import { type Gs1Element, readElements, separator } from "./gs1.ts";

/** A code from a scanner, as it is understood. Nothing of it depends on the plant. */
export interface ScannedCode {
  /** The code without AIM identifier, invisible characters and white space around it. */
  readonly code: string;
  /** The AIM identifier of the symbology: `]d2`. */
  readonly symbologyId: string | null;
  readonly isGs1: boolean;
  /** Why its GS1 elements can't be read or used. */
  readonly fault: string | null;
  readonly elements: readonly Gs1Element[];
  /** The folded texts that a record can have for the whole code. */
  readonly texts: readonly string[];
  /** The GTINs that it names, with 14 digits. */
  readonly gtins: readonly string[];
}

const aimIdentifier = /^\][A-Za-z][0-9A-Za-z]/;

/** The AIM identifiers of GS1 element strings: 128, DataBar, Composite, Data Matrix, QR, DotCode. */
const gs1Symbologies: ReadonlySet<string> = new Set([
  "]C1",
  "]e0",
  "]e1",
  "]e2",
  "]d2",
  "]Q3",
  "]J1",
]);

/** The characters that no name can have. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Understands a code from a scanner. It must have a visible character. */
export async function understandCode(sent: string): Promise<ScannedCode> {
  const raw = sent.replace(invisible, (found) => (found === separator ? found : "")).trim();
  const symbologyId = aimIdentifier.exec(raw)?.[0] ?? null;
  const data = raw.slice(symbologyId?.length ?? 0);
  const code = withoutSeparators(data);
  const whole = withoutSeparators(raw);
  const texts = [...new Set([code, whole])].filter((text) => text !== "").map(foldCase);
  const common = { code, symbologyId, texts };
  const isMarked = symbologyId === null ? isMarkedAsGs1(data) : gs1Symbologies.has(symbologyId);
  const { elements, fault } =
    isMarked || symbologyId === null ? await readElements(data) : { elements: [], fault: null };
  const isGs1 = isMarked || (fault === null && elements.some(isProofOfGs1));
  if (!isGs1) {
    const gtin = gtin14(code);
    return { ...common, isGs1, fault: null, elements: [], gtins: gtin === undefined ? [] : [gtin] };
  }
  return { ...common, isGs1, fault, elements, gtins: valuesOf(elements, "01", "02") };
}

const withoutSeparators = (text: string): string => text.replaceAll(separator, "").trim();

/** Returns the values of the elements with these identifiers, in the order of the code. */
export const valuesOf = (elements: readonly Gs1Element[], ...ais: readonly string[]): string[] =>
  elements.filter(({ ai }) => ais.includes(ai)).map(({ value }) => value);

/** Whether a code without an AIM identifier says that it is a GS1 element string. */
const isMarkedAsGs1 = (data: string): boolean =>
  data.includes(separator) || /^\(\d{2,4}\)/.test(data);

/** Whether an element without a fault shows an element string: by its check digit. */
const isProofOfGs1 = ({ ai }: Gs1Element): boolean => ai === "00" || ai === "01";
