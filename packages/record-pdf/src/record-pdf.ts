import type { DeviceHistoryDocument } from "@asbuilt/contract";
import { toBytes } from "pdfkit/output";
import { attach, type Fonts, newDocument } from "./document.ts";
import { Facts } from "./facts.ts";
import { Paper } from "./paper.ts";
import { writeChanges } from "./sections/changes.ts";
import { writeContents, writeItems } from "./sections/contents.ts";
import { writeDesigns } from "./sections/designs.ts";
import {
  writeAdjustments,
  writeCaseData,
  writeDeviations,
  writeHolds,
  writeRemovals,
} from "./sections/events.ts";
import { writeAttachments, writeSignatures } from "./sections/evidence.ts";
import { writeSeals } from "./sections/seals.ts";
import { writeOrders, writeUnit } from "./sections/unit.ts";

const lackText =
  "The font of this document lacks some scripts that the record is written in. A character of such a " +
  "script is shown as its Unicode number, such as [U+4E2D]. The attached file has all characters.";

/** The parts of the document besides the record. */
export interface PdfOptions {
  readonly fonts: Fonts;
  /** The IANA name of the time zone whose clocks the times are of. */
  readonly timeZone: string;
  /** Returns the SHA-256 of a text, as hexadecimal digits. */
  readonly sha256: (text: string) => Promise<string> | string;
}

/**
 * Makes the document of a device history record, as PDF/A-3b with the record attached. The text is
 * the record's canonical JSON. The same record, zone and fonts make the same bytes everywhere:
 * nothing in it is of a clock or of chance.
 */
export async function recordPdf(
  text: string,
  { fonts, timeZone, sha256 }: PdfOptions,
): Promise<Uint8Array> {
  // The service writes this text, and a command has checked it.
  const record = JSON.parse(text) as DeviceHistoryDocument;
  const facts = new Facts(record, timeZone);
  const identity = { digest: await sha256(text), file: fileNameOf(facts.unit.visualSerialNo) };
  const document = newDocument(record, identity, fonts);
  const bytes = toBytes(document);
  attach(document, record, text, identity);
  const paper = new Paper(document);
  writeUnit(paper, facts, identity);
  if (paper.lacks(text)) paper.paragraph(lackText);
  writeOrders(paper, facts);
  writeContents(paper, facts);
  writeItems(paper, facts);
  writeDesigns(paper, facts);
  writeDeviations(paper, facts);
  writeRemovals(paper, facts);
  writeHolds(paper, facts);
  writeAdjustments(paper, facts);
  writeCaseData(paper, facts);
  writeSignatures(paper, facts);
  writeAttachments(paper, facts);
  writeSeals(paper, facts);
  writeChanges(paper, facts);
  paper.frame(
    `Device history record · ${facts.unit.visualSerialNo}`,
    (pageNo, pages) => `Page ${pageNo} of ${pages}`,
  );
  document.end();
  return bytes;
}

/** The name of the attached file. Some systems allow few characters in the name of a file. */
const fileNameOf = (serial: string): string =>
  `${serial.replaceAll(/[^\w.-]+/g, "_").slice(0, 60)}.dhr.json`;
