import { foldCase } from "../values/fold-case.ts";
import { refuseEach } from "../refusal.ts";

/** A field of a body that is at fault. */
interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

/** The faults of the references of one request, which are refused together. */
export interface ReferenceFaults {
  readonly missing: Fault[];
  readonly contradictions: Fault[];
}

/** Returns the faults of a request in which none has been found yet. */
export const noFaults = (): ReferenceFaults => ({ missing: [], contradictions: [] });

/** Refuses (`not_found`) the ids and names that no record has. */
export const refuseMissing = ({ missing }: ReferenceFaults): void =>
  refuseEach("not_found", missing);

/** Refuses (`details_contradict`) ids and names that both change, and are of different records. */
export const refuseContradictions = ({ contradictions }: ReferenceFaults): void =>
  refuseEach("details_contradict", contradictions);

/** An id and a name that stand for one record. In a request, null and empty text mean none. */
export interface IdAndName {
  readonly id?: number | null | undefined;
  readonly name?: string | null | undefined;
}

/** A reference to a record, as it is stored and as a request sends it. */
export interface SentReference<Of> {
  readonly noun: string;
  /** The records that have the id or the name. */
  readonly records: readonly Of[];
  /** The stored reference; undefined for a new record. */
  readonly stored: IdAndName | undefined;
  readonly sent: IdAndName;
  /** The places of the id and the name in the body. */
  readonly pointers: { readonly id: string; readonly name: string };
  readonly nameOf: (record: Of) => string | null;
  /** Whether a record has a name that is sent. Without it, case matters. */
  readonly isNamed?: (record: Of, name: string) => boolean;
  /** The words before a name that no record has; without them, "is named". */
  readonly called?: string;
}

/** The record that a reference is to after a request. */
export interface Resolved<Of> {
  /** Null if it is to none. Undefined if it is kept and was not loaded, or is at fault. */
  readonly record: Of | null | undefined;
  readonly isSent: boolean;
  readonly isChanged: boolean;
  /** The place of the field that counts, and its value. */
  readonly pointer: string;
  readonly value: number | string | null | undefined;
}

/** Whether a value was sent that differs from the stored one. Empty text means none. */
export const isChanged = <Value>(
  sent: Value | null | undefined,
  stored: Value | null | undefined,
): boolean => sent !== undefined && (sent === "" ? null : sent) !== (stored ?? null);

/** Whether a record has a name that is sent, regardless of case. */
export const isNamedInAnyCase = ({ name }: { readonly name: string }, sent: string): boolean =>
  foldCase(name) === foldCase(sent);

/**
 * Finds the record that a reference is to, and adds its faults to those of the request. An update
 * can send back the id and the name of each record, as it was read. Where the two disagree and one
 * is the stored one, the changed one counts. If both change, they must be of one record. A field
 * that was left out changes nothing.
 */
export function resolveReference<Of extends { readonly id: number }>(
  of: SentReference<Of>,
  { missing, contradictions }: ReferenceFaults,
): Resolved<Of> {
  const { noun, records, stored, sent, pointers, nameOf, called = "is named" } = of;
  const isNamed = of.isNamed ?? ((record: Of, name: string) => nameOf(record) === name);
  const isSent = sent.id !== undefined || sent.name !== undefined;
  const byId = { pointer: pointers.id, value: sent.id };
  const byName = { pointer: pointers.name, value: sent.name };
  const before = stored?.id == null ? null : records.find(({ id }) => id === stored.id);
  const isNewId = isChanged(sent.id, stored?.id);
  // The stored name can be sent in another case.
  const isSameName = before != null && !!sent.name && isNamed(before, sent.name);
  const isNewName = isChanged(sent.name, stored?.name) && !isSameName;
  if (!isNewId && !isNewName) {
    return {
      record: before,
      isSent,
      isChanged: false,
      ...(sent.name === undefined ? byId : byName),
    };
  }
  const withId = sent.id == null ? null : records.find(({ id }) => id === sent.id);
  const withName = sent.name ? records.find((record) => isNamed(record, sent.name!)) : null;
  if (isNewId && withId === undefined) {
    missing.push({ pointer: pointers.id, detail: `No ${noun} has the id ${sent.id}.` });
  }
  if (isNewName && withName === undefined) {
    missing.push({ pointer: pointers.name, detail: `No ${noun} ${called} ${sent.name}.` });
  }
  if (!isNewName) return { record: withId, isSent, isChanged: true, ...byId };
  if (!isNewId) return { record: withName, isSent, isChanged: true, ...byName };
  if (withId !== undefined && withName !== undefined) {
    // A location without a SUID has no name that an item could show.
    const isNameless = withId !== null && !sent.name && nameOf(withId) === null;
    if (withId?.id !== withName?.id && !isNameless) {
      contradictions.push(...contradiction(byId, byName));
    }
  }
  return { record: withId, isSent, isChanged: true, ...byId };
}

/** A field of a body with its value. */
interface Field {
  readonly pointer: string;
  readonly value: number | string | null | undefined;
}

/** Returns the faults of two fields that both change, and are of different records. */
export function contradiction(left: Field, right: Field): Fault[] {
  const detail =
    `${inWords(left)} and ${inWords(right)} are not of one record. ` +
    "Where both are new, they must be. Where only one is, it counts.";
  return [left, right].map(({ pointer }) => ({ pointer, detail }));
}

const inWords = ({ pointer, value }: Field) =>
  `${pointer.slice(pointer.lastIndexOf("/") + 1)} ${value || null}`;
