import { isUtf8 } from "node:buffer";

/** The text of a file, or why it has none. */
export type FileText =
  | {
      readonly text: string;
      /** The encoding, if it is not UTF-8. */
      readonly encoding?: string;
      /** Whether each character that can't be read was replaced by U+FFFD. */
      readonly isDamaged?: boolean;
    }
  | { readonly error: string };

/** Returns the text of a file: UTF-8, or UTF-16 with a byte order mark. */
export function textOf(bytes: Buffer): FileText {
  if (bytes.subarray(0, 4).equals(zipBegin)) {
    return { error: "The file is a workbook or another archive. Save it as CSV UTF-8." };
  }
  const mark = bytes.subarray(0, 2).toString("hex");
  const utf16 = mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : undefined;
  if (utf16 !== undefined) return utf16Text(bytes, utf16);
  if (bytes.subarray(0, 2).includes(0)) {
    return { error: "The file is UTF-16 without a byte order mark. Save it as CSV UTF-8." };
  }
  return { text: new TextDecoder().decode(bytes), isDamaged: !isUtf8(bytes) };
}

/** A workbook of Excel is a ZIP archive. */
const zipBegin = Buffer.from("PK\u0003\u0004", "latin1");

function utf16Text(bytes: Buffer, encoding: "utf-16le" | "utf-16be"): FileText {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding: "UTF-16" };
  } catch {
    return { error: "The file begins as UTF-16, but is not valid UTF-16. Save it as CSV UTF-8." };
  }
}
