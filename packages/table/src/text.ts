/** Why the bytes of a file are no text. */
export type TextFault = "archive" | "utf16_unmarked" | "utf16_invalid";

/** The text of a file, or why it has none. */
export type FileText =
  | {
      readonly text: string;
      /** The encoding, if it is not UTF-8. */
      readonly encoding?: string;
      /** Whether each character that can't be read was replaced by U+FFFD. */
      readonly isDamaged?: boolean;
    }
  | { readonly fault: TextFault };

/** Returns the text of a file: UTF-8, or UTF-16 with a byte order mark. */
export function textOf(bytes: Uint8Array): FileText {
  if (zipBegin.every((byte, index) => bytes[index] === byte)) return { fault: "archive" };
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return utf16Text(bytes, "utf-16le");
  if (first === 0xfe && second === 0xff) return utf16Text(bytes, "utf-16be");
  if (first === 0 || second === 0) return { fault: "utf16_unmarked" };
  const text = decoded(bytes, "utf-8");
  if (text !== undefined) return { text, isDamaged: false };
  return { text: new TextDecoder().decode(bytes), isDamaged: true };
}

/** A workbook of Excel is a ZIP archive: "PK", and two control characters. */
const zipBegin = [0x50, 0x4b, 0x03, 0x04];

function utf16Text(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): FileText {
  const text = decoded(bytes, encoding);
  return text === undefined ? { fault: "utf16_invalid" } : { text, encoding: "UTF-16" };
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
