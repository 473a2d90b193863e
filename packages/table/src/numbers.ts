/** The character between the whole part of a number and its decimals. */
export type DecimalMark = "." | ",";

/**
 * The meaning of a cell with a number: one, or two if its only mark can also separate thousands. A
 * single meaning tells the decimal mark of its author, if the cell has any mark.
 */
export type NumberReading =
  | { readonly json: string; readonly mark?: DecimalMark }
  | { readonly asDecimal: string; readonly asThousands: string; readonly mark: DecimalMark };

/** Returns the meaning of a cell with a number, and nothing for any other text. */
export function readNumber(cell: string): NumberReading | undefined {
  const [, sign, digits = "", exponent = ""] =
    /^([+-]?)([\d.,]+)(e[+-]?\d+)?$/i.exec(cell.trim()) ?? [];
  if (!/\d/.test(digits)) return undefined;
  const asJson = (whole: string, decimals = "") =>
    jsonNumber(sign === "-" ? "-" : "", whole, decimals, exponent);
  const [, whole = "", mark, decimals = ""] = /^(\d*)(?:([.,])(\d*))?$/.exec(digits) ?? [];
  if (isMark(mark)) {
    const json = asJson(whole, decimals);
    if (exponent !== "" || decimals.length !== 3 || !/^[1-9]\d{0,2}$/.test(whole)) {
      return { json, mark };
    }
    return { asDecimal: json, asThousands: asJson(whole + decimals), mark };
  }
  if (whole !== "") return { json: asJson(whole) };
  return exponent === "" ? groupedNumber(digits, asJson) : undefined;
}

/** Returns a number with separated thousands, which tell the decimal mark: it is the other one. */
function groupedNumber(
  digits: string,
  asJson: (whole: string, decimals?: string) => string,
): NumberReading | undefined {
  const grouped = /^([1-9]\d{0,2}(?:([.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d*))?$/.exec(digits);
  if (!grouped) return undefined;
  const [, whole = "", separator, decimals] = grouped;
  return {
    json: asJson(whole.replaceAll(/[.,]/g, ""), decimals),
    mark: separator === "." ? "," : ".",
  };
}

const isMark = (text: string | undefined): text is DecimalMark => text === "." || text === ",";

/** Returns a number in JSON's spelling: `+007.` is `7`. */
function jsonNumber(sign: string, whole: string, decimals: string, exponent: string): string {
  // Leading zeros in a pattern would take quadratic time.
  const digits = whole.replace(/^0+/, "");
  return `${sign}${digits || "0"}${decimals ? `.${decimals}` : ""}${exponent}`;
}

/**
 * Returns the decimal mark of a file, and nothing if its numbers do not tell. A file with commas
 * between its cells has decimal points, unless a number tells otherwise.
 */
export function decimalMarkOf(
  cells: Iterable<string>,
  separator: string,
): { mark: DecimalMark | undefined; hasComma: boolean } {
  const marks = new Set<DecimalMark>();
  for (const cell of cells) {
    const reading = readNumber(cell);
    if (reading && "json" in reading && reading.mark) marks.add(reading.mark);
  }
  const byDefault = marks.size === 0 && separator === "," ? "." : undefined;
  return {
    mark: marks.size === 1 ? [...marks][0] : byDefault,
    hasComma: marks.has(","),
  };
}
