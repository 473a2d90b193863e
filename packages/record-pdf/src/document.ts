import type { DeviceHistoryDocument } from "@asbuilt/contract";
import { page } from "./paper.ts";
import { PDFDocument } from "./pdfkit.ts";
import type { Identity } from "./sections/unit.ts";

/** The font of the document, as TrueType files. It contains the characters that it uses. */
export interface Fonts {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
}

/** The time of the newest change in the record: the document has no other clock. */
const timeOf = ({ changes, knownAt }: DeviceHistoryDocument): Date =>
  new Date(changes.at(-1)?.at ?? knownAt ?? 0);

/** Makes an empty PDF/A-3b. */
export function newDocument(
  record: DeviceHistoryDocument,
  { digest }: Identity,
  fonts: Fonts,
): PDFDocument {
  const document = new PDFDocument({
    subset: "PDF/A-3b",
    pdfVersion: "1.7",
    lang: "en",
    size: [page.width, page.height],
    // Nothing places text by the margins: each line has its own place.
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    displayTitle: true,
    info: {
      Producer: "asbuilt",
      Creator: "asbuilt",
      CreationDate: timeOf(record),
      // The id of the document is a hash over these: it differs where the record does.
      Keywords: `SHA-256 ${digest}`,
    },
    // The default is a font that a document of this kind may not rely on.
    font: null,
  });
  document.registerFont("regular", fonts.regular);
  document.registerFont("bold", fonts.bold);
  const title = `Device history record of ${record.visualSerialNo}`;
  // pdfkit writes a title of `info` into the XML as it is.
  document.appendXML(`
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
        </rdf:Description>`);
  return document;
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escapeXml = (text: string): string => text.replaceAll(/[&<>]/g, (one) => escapes[one]!);

/** Attaches the record as it is. */
export function attach(
  document: PDFDocument,
  record: DeviceHistoryDocument,
  text: string,
  { file }: Identity,
): void {
  const at = timeOf(record);
  document.file(new TextEncoder().encode(text), {
    name: file,
    type: "application/json",
    description: "The device history record",
    creationDate: at,
    modifiedDate: at,
    relationship: "Source",
  });
}
