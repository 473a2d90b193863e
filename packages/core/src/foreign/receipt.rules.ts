import { type Assertion, insertPart, own, type PartChange, relyOn } from "../engine/index.ts";
import { refusalAt } from "../refusal.ts";
import { requireActive } from "../rules/named.ts";
import { formatTime } from "../rules/limits.ts";
import { foldCase, foldStored } from "../values/fold-case.ts";
import { documentRefused, type ForeignDocument, type SeenSeal } from "./document.ts";
import {
  type KnownSeal,
  type OriginFacts,
  type OriginInput,
  type Plant,
  plantNamed,
} from "./facts.ts";

/** The document of a receipt, as an answer shows it. */
export interface ReceivedDocument {
  readonly plant: string;
  readonly sha256: string;
  /** The findings about it, in words. */
  readonly findings: readonly string[];
}

/** A document that a receipt accepts. */
export interface AcceptedDocument extends ReceivedDocument, Pick<ForeignDocument, "size" | "unit"> {
  readonly plantId: number;
  /** The seals that no earlier document had. */
  readonly newSeals: readonly SeenSeal[];
}

/** Returns what an answer and the history say about a document. */
export const toldOf = ({ plant, sha256, findings }: AcceptedDocument): ReceivedDocument => ({
  plant,
  sha256,
  findings,
});

/** The origin of a receipt: its plant's name as it is kept, and what it relies on. */
export interface Origin {
  readonly name: string | null;
  readonly asserts: readonly Assertion[];
  readonly document: AcceptedDocument | undefined;
}

/** The receipt that a document belongs to. */
interface Receipt extends OriginInput {
  readonly visualSerialNo: string;
  /** The name of this plant, if it is configured. */
  readonly ownPlant?: string | undefined;
}

/**
 * Decides about the origin of a receipt, and about its document. Refuses `not_found` of a plant whose
 * document is sent, `inactive`, `document_required`, `document_refused` and `already_received`.
 */
export function originOf(facts: OriginFacts, receipt: Receipt): Origin {
  const { origin = null, document } = receipt;
  if (origin === null) return { name: null, asserts: [], document: undefined };
  const plant = plantNamed(facts.plants, origin);
  if (!plant) {
    if (!document) return { name: origin, asserts: [], document: undefined };
    throw refusalAt("not_found", "/origin", `No plant has the SUID or name ${origin}.`);
  }
  const { name } = plant;
  requireActive(plant, `The plant ${name}`, "/origin");
  const asserts = [relyOn("Plant", plant)];
  if (!document) {
    if (!plant.documentRequired) return { name, asserts, document: undefined };
    const detail = `A receipt from the plant ${name} needs the document of the unit.`;
    throw refusalAt("document_required", "/document", detail);
  }
  requireTrusted(plant, document);
  requireMeant(document, receipt);
  requireNew(facts, plant, document);
  const { sha256, size, unit } = document;
  const known = facts.seals.filter(({ plantId }) => plantId === plant.id);
  const findings = findingsOf(plant, document.seals, known);
  const newSeals = document.seals.filter(
    ({ id, hash }) => !known.some((seal) => seal.sealId === id && seal.hash === hash),
  );
  const accepted = { plantId: plant.id, plant: name, sha256, size, unit, findings, newSeals };
  return { name, asserts, document: accepted };
}

function requireTrusted({ name, sealKeys }: Plant, { keys }: ForeignDocument): void {
  const stranger = keys.find((key) => !sealKeys.includes(key));
  if (keys.length > 0 && stranger === undefined) return;
  const detail = `The document is sealed by the key ${stranger}, which is not one of the plant ${name}.`;
  throw documentRefused("key", detail);
}

/** Refuses a document of another unit, or of one that was sent to another plant. */
function requireMeant({ unit }: ForeignDocument, { visualSerialNo, ownPlant }: Receipt): void {
  if (foldCase(unit.visualSerialNo) !== foldCase(visualSerialNo)) {
    const detail = `The document is of the unit ${unit.visualSerialNo}, not of ${visualSerialNo}.`;
    throw documentRefused("unit", detail);
  }
  const { destination } = unit;
  if (ownPlant === undefined || destination === null) return;
  if (foldCase(destination) === foldCase(ownPlant)) return;
  const detail = `The unit was dispatched to ${destination}, and this plant is ${ownPlant}.`;
  throw documentRefused("destination", detail);
}

/** Refuses (`already_received`) a dispatch that was received before. */
function requireNew(
  { dispatches }: OriginFacts,
  { id, name }: Plant,
  { unit }: ForeignDocument,
): void {
  const received = dispatches.find(
    ({ plantId, serialKey, dispatchRevNo }) =>
      plantId === id &&
      serialKey === foldCase(unit.visualSerialNo) &&
      dispatchRevNo === unit.dispatchRevNo,
  );
  if (!received) return;
  const detail =
    `The dispatch of ${unit.visualSerialNo} by the plant ${name} was received before, as item ` +
    `${received.visualSerialNo}.`;
  const { itemId, visualSerialNo } = received;
  throw refusalAt("already_received", "/document", detail, {
    receivedAs: { id: itemId, visualSerialNo },
  });
}

/** Tells where seals do not continue those of earlier documents: their plant's record was put back. */
function findingsOf(
  { name }: Plant,
  seals: readonly SeenSeal[],
  known: readonly KnownSeal[],
): string[] {
  const isOther = ({ id, hash, previous }: SeenSeal) =>
    known.some(
      (seal) =>
        (seal.sealId === id && seal.hash !== hash) ||
        (seal.sealId === id - 1 && seal.hash !== previous) ||
        (seal.sealId === id + 1 && seal.previous !== hash),
    );
  const other = seals.find(isOther);
  const meaning = `the record of the plant ${name} was put back to an earlier state, or it has several`;
  if (other) {
    return [`Seal ${other.id} does not continue the seals of earlier documents: ${meaning}.`];
  }
  const last = seals.at(-1);
  const newest = known.toSorted((one, another) => another.sealId - one.sealId)[0];
  if (!last || !newest || last.id >= newest.sealId || last.at <= newest.at) return [];
  const made = `Seal ${last.id} was made at ${formatTime(last.at)}, after seal ${newest.sealId}`;
  return [`${made} of an earlier document: ${meaning}.`];
}

/** Returns the rows that a receipt with a document has: its unit, everything in it, and its seals. */
export function partsOfDocument(
  { plantId, plant, sha256, unit, newSeals }: AcceptedDocument,
  itemId: number | typeof own.id,
): PartChange[] {
  const ofItem = { materialItemId: itemId };
  const { dispatchRevNo } = unit;
  const serialKey = foldCase(unit.visualSerialNo);
  return [
    insertPart("foreignUnit", {
      ...ofItem,
      plantId,
      serialKey,
      dispatchRevNo,
      sha256,
      isVoided: false,
    }),
    ...newSeals.map(({ id: sealId, hash, previous, at }) =>
      insertPart("foreignSeal", { ...ofItem, plantId, sealId, hash, previous, at }),
    ),
    ...unit.places.map((place) =>
      insertPart("foreignPart", {
        ...ofItem,
        ...place,
        plant: place.plant ?? plant,
        serialKey: foldCase(place.visualSerialNo),
        productKey: foldCase(place.productName),
        batchKey: foldStored(place.batchNo),
        deliveryKey: foldStored(place.deliveryNo),
      }),
    ),
  ];
}

/** Adds what a receipt stores, so that a later one that is decided with it finds it. */
export function advanceOrigins(
  facts: OriginFacts,
  { plantId, unit, newSeals }: AcceptedDocument,
  item: { readonly id: number; readonly visualSerialNo: string },
): void {
  facts.dispatches.push({
    plantId,
    serialKey: foldCase(unit.visualSerialNo),
    dispatchRevNo: unit.dispatchRevNo,
    itemId: item.id,
    visualSerialNo: item.visualSerialNo,
  });
  for (const { id: sealId, ...seal } of newSeals) facts.seals.push({ plantId, sealId, ...seal });
}
