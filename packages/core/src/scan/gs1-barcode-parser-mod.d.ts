/** The part of the parser that is used: it has no types of its own. */
declare module "gs1-barcode-parser-mod" {
  /** An element of a code. */
  interface ParsedElement {
    readonly ai: string;
    readonly dataTitle: string;
    /** The value as it is in the code. */
    readonly raw: string;
    /** The day of a date, and its time if it has one; otherwise empty. */
    readonly isoDate: string;
  }
  /** Divides a code into elements. Throws a text if it can't. */
  export function parseBarcode(code: string): {
    readonly parsedCodeItems: readonly ParsedElement[];
  };
}
