import { documentRefused, type ForeignDocument, type Sha256, unitOf } from "@asbuilt/core";
import { checkDeviceHistory, readDeviceHistory } from "./device-history.ts";

/** The problems of a document that a refusal names. */
const namedProblemsMax = 3;

const encoder = new TextEncoder();

/**
 * Reads the document of another plant, and checks that its seals cover what it says. Whose keys are
 * trusted is decided later. Refuses `document_refused`.
 */
export async function readForeignDocument(text: string, sha256: Sha256): Promise<ForeignDocument> {
  const record = readDeviceHistory(jsonIn(text));
  if (!record || record.at !== null || record.knownAt !== null) {
    const detail = "The document is no device history record of the present state of a unit.";
    throw documentRefused("form", detail);
  }
  const { problems, keys } = await checkDeviceHistory(record, { sha256 });
  if (problems.length > 0) {
    throw documentRefused("seals", problems.slice(0, namedProblemsMax).join(" "));
  }
  const shown = record.items.map(({ nominalQty, ...item }) => ({
    id: item.id,
    visualSerialNo: item.visualSerialNo,
    productName: item.productName,
    version: item.version,
    batchNo: item.batchNo,
    deliveryNo: item.deliveryNo,
    nominalQty: Math.round(nominalQty * 1_000_000),
    unit: item.unit,
  }));
  return {
    sha256: await sha256(text, "hex"),
    size: encoder.encode(text).byteLength,
    unit: unitOf(
      record.id,
      record.changes.map((change) => change.text),
      shown,
    ),
    keys,
    seals: record.seals.map(({ id, hash, previous, at }) => ({
      id,
      hash,
      previous,
      at: Date.parse(at),
    })),
  };
}

/** Parses the text of a document; undefined if it is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
