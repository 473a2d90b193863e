import { inflateSync } from "node:zlib";

/** Whether a file is a PDF. */
export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-";

/** An attached file: its dictionary, and the beginning of its stream. */
const attachment =
  /<<(?:(?!endobj)[\s\S])*?\/Type \/EmbeddedFile\b((?:(?!endobj)[\s\S])*?)>>\s*stream\r?\n/;

/**
 * Returns the text that is attached to a document of `asbuilt record --pdf`; undefined if there is none.
 * A document that another program has written again can have a form that this does not read.
 */
export function attachedText(bytes: Uint8Array): string | undefined {
  // One character for each byte.
  const text = Buffer.from(bytes).toString("latin1");
  const found = attachment.exec(text);
  const [, length] = /\/Length (\d+)/.exec(found?.[0] ?? "") ?? [];
  if (!found || length === undefined) return undefined;
  const start = found.index + found[0].length;
  const content = bytes.subarray(start, start + Number(length));
  try {
    return inflateSync(content).toString("utf8");
  } catch {
    return undefined;
  }
}
