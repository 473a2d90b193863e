import { keyNameOf, refNameOf, refNamesOf } from "./names.ts";
import type { Bound } from "../../database/bound.ts";
import type { Results } from "../../database/executor.ts";
import type { BodyHashes, Context, ExternalRef } from "../context.ts";
import type { RecordedLine } from "./lines.ts";
import { type SystemOwners, systemOwnersIn } from "./owners.ts";
import {
  keyRecords,
  type KeyRecord,
  linesOf,
  type RefRecord,
  refRecords,
  systemOwners,
} from "./tables.ts";
import { Refusal } from "../../refusal.ts";

/** Everything recorded under the names of some requests. */
export interface Recorded {
  /**
   * The lines of the earlier request with the same key; refuses (`idempotency_conflict`) where it
   * had another body.
   */
  ofKey(context: Context): readonly RecordedLine[] | undefined;
  /**
   * The line under this reference. Refuses (`external_ref_conflict`) a different request, and
   * (`reference_owned`) one of a user who neither owns the system nor sent that line.
   */
  ofRef(ref: ExternalRef, context: Context): RecordedLine | undefined;
  /** The owners of the systems that the references name. */
  readonly owners: SystemOwners;
}

/** The statements that look up the records of requests, and a reader of their rows. */
export function recordedFor(contexts: readonly Context[]) {
  const keyNames = contexts.flatMap((context) => keyNameOf(context) ?? []);
  const refNames = contexts.flatMap(refNamesOf);
  const keys = keyNames.length > 0 && keyRecords(`[${keyNames.join(",")}]`);
  const named = refNames.length > 0 && refRecords(`[${refNames.join(",")}]`);
  const refs = contexts.flatMap(({ externalRefs = [] }) => externalRefs);
  const systems = [...new Set(refs.flatMap((ref) => ref?.system ?? []))];
  const owners = systems.length > 0 && systemOwners({ systems: JSON.stringify(systems) });
  return {
    statements: [keys, named, owners].filter((one): one is Bound<never> => one !== false),
    read: (results: Results): Recorded => {
      const rest = [...results];
      const byKey = keys ? rest.shift()!.map(keys.row) : [];
      const byRef = named ? rest.shift()!.map(named.row) : [];
      const owned = owners ? rest.shift()!.map(owners.row) : [];
      return recordedIn(
        new Map(byKey.map((found) => [keyNames[found.place]!, found])),
        new Map(byRef.map((found) => [refNames[found.place]!, found])),
        systemOwnersIn(owned),
      );
    },
  };
}

/** Whether a record is of this body. It has a part of the hash, or all of it. */
const hasBody = ({ bodyHash }: KeyRecord, sent: BodyHashes | undefined) =>
  [sent?.bodyHash, sent?.writtenHash].some((hash) => hash?.slice(0, bodyHash.length) === bodyHash);

const recordedIn = (
  byKey: ReadonlyMap<string, KeyRecord>,
  byRef: ReadonlyMap<string, RefRecord>,
  owners: SystemOwners,
): Recorded => ({
  owners,
  ofKey: (context) => {
    const found = byKey.get(keyNameOf(context) ?? "");
    if (!found || hasBody(found, context.idempotency)) return found && linesOf(found);
    throw new Refusal(
      "idempotency_conflict",
      "This Idempotency-Key was used for a request with another body.",
    );
  },
  ofRef: (ref, context) => {
    const found = byRef.get(refNameOf(ref));
    // Users get the answers to their own requests also after the system was given to another one.
    if (found?.userId !== context.principal.userId) owners.require(ref, context);
    if (!found) return undefined;
    const { method, path } = ref;
    if (found.method === method && found.path === path && hasBody(found, ref))
      return { ...linesOf(found)[0]!, isReplay: true };
    throw new Refusal(
      "external_ref_conflict",
      `The reference ${ref.id} of ${ref.system} was used for another request.`,
      { errors: [{ pointer: "/externalRef", detail: "Used for another request." }] },
    );
  },
});
