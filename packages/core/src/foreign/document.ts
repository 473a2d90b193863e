import type { ForeignLink } from "../database/schema/index.ts";
import type { Seal } from "../seal/make.ts";
import { type DocumentRule, Refusal } from "../refusal.ts";

/** A place in a unit of another plant, as its sealed changes say. Quantities are in millionths. */
export interface ForeignPlace {
  readonly nth: number;
  /** The place of what it is in; null for the unit itself. */
  readonly parentNth: number | null;
  readonly level: number;
  /** The plant that knows it; null if that is the plant of the document. */
  readonly plant: string | null;
  readonly foreignId: number;
  readonly visualSerialNo: string;
  readonly productName: string;
  readonly version: string | null;
  readonly batchNo: string | null;
  readonly deliveryNo: string | null;
  readonly link: ForeignLink;
  readonly qty: number;
  readonly unit: string;
}

/** A unit that another plant dispatched, with everything in it: the unit first, in pre-order. */
export interface ForeignUnit {
  readonly id: number;
  readonly visualSerialNo: string;
  readonly dispatchRevNo: number;
  /** Where it was dispatched to, if that was said. */
  readonly destination: string | null;
  readonly places: readonly ForeignPlace[];
}

/** A seal of another plant, as far as later ones are compared with it. */
export type SeenSeal = Pick<Seal, "id" | "hash" | "previous" | "at">;

/** A document that was read and whose seals cover its changes; nobody has said yet whom to trust. */
export interface ForeignDocument {
  readonly sha256: string;
  /** The number of its bytes. */
  readonly size: number;
  readonly unit: ForeignUnit;
  /** The keys that signed. */
  readonly keys: readonly string[];
  readonly seals: readonly SeenSeal[];
}

/** Returns the refusal of a document by one of its rules. */
export const documentRefused = (rule: DocumentRule, detail: string): Refusal =>
  new Refusal("document_refused", detail, {
    errors: [{ pointer: "/document", detail }],
    members: { rule },
  });
