import { keyNameOf, refNameOf, refNamesOf } from "./names.ts";
import type { RecordRow } from "./tables.ts";
import type { Bound } from "../../database/bound.ts";
import type { Logged, Results } from "../../database/executor.ts";
import type { BodyHashes, Context, ExternalRef } from "../context.ts";
import { type SystemOwners, systemOwnersIn } from "./owners.ts";
import { unpack } from "./packed.ts";
import { keyRecords, refRecords, systemOwners } from "./tables.ts";
import { Refusal, type RefusalCode, type RefusalExtras } from "../../refusal.ts";

/** The recorded outcome of one input: with the ids that were logged, its answer is made again. */
export type RecordedLine =
  | {
      readonly decision: unknown;
      readonly logged: readonly Logged[];
      /** Whether it was a repetition already when it was recorded. */
      readonly isReplay: boolean;
    }
  | { readonly refused: RecordedRefusal };

/** A refusal as plain JSON. */
export interface RecordedRefusal {
  readonly code: RefusalCode;
  readonly detail: string;
  readonly extras: RefusalExtras;
}

/** A line whose changes are rows of its own operation. */
export interface OwnLine {
  readonly decision: unknown;
  /** The ordinal of the first change that it logged, and the number of those changes. */
  readonly first: number;
  readonly count: number;
}

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
  const lookups = [
    { records: keyRecords, of: keyNames },
    { records: refRecords, of: refNames },
  ].map(({ records, of }) => {
    if (of.length === 0) return undefined;
    const names = `[${of.join(",")}]`;
    return { of, rows: records.rows({ names }), logs: records.logs({ names }) };
  });
  const refs = contexts.flatMap(({ externalRefs = [] }) => externalRefs);
  const systems = [...new Set(refs.flatMap((ref) => ref?.system ?? []))];
  const owners = systems.length > 0 && systemOwners({ systems: JSON.stringify(systems) });
  return {
    statements: [
      ...lookups.flatMap((one): readonly Bound[] => (one ? [one.rows, one.logs] : [])),
      ...(owners ? [owners] : []),
    ],
    read: (results: Results): Recorded => {
      const rest = [...results];
      const [byKey, byRef] = lookups.map((one) => {
        if (!one) return nothing;
        const [rows, logs] = [rest.shift()!.map(one.rows.row), rest.shift()!.map(one.logs.row)];
        return linesByName(one.of, rows, logs);
      });
      const owned = owners ? rest.shift()!.map(owners.row) : [];
      return recordedIn(byKey!, byRef!, systemOwnersIn(owned));
    },
  };
}

interface FoundRecord {
  readonly userId: number;
  readonly method: string;
  readonly path: string;
  readonly bodyHash: string;
  readonly lines: readonly RecordedLine[];
}
type RecordsByName = ReadonlyMap<string, FoundRecord>;
const nothing: RecordsByName = new Map();

function linesByName(
  names: readonly string[],
  rows: readonly RecordRow[],
  logs: readonly Logged[],
): RecordsByName {
  const byOperation = Map.groupBy(logs, ({ operationId }) => operationId);
  return new Map(
    rows.map(({ place, decision, operationId, ...rest }) => {
      const lines = linesIn(decision, byOperation.get(operationId) ?? []);
      return [names[place]!, { ...rest, lines }];
    }),
  );
}

/** The lines of a recorded decision, with the rows that their operation logged. */
export function linesIn(decision: string, logged: readonly Logged[]): RecordedLine[] {
  // The text is one that recordingsOf has made.
  const stored = unpack(JSON.parse(decision) as unknown[]) as (OwnLine | RecordedLine)[];
  return stored.map((line) => {
    if (!("first" in line)) return line;
    const { first, count } = line;
    const own = logged.slice(first, first + count);
    return { decision: line.decision, logged: own, isReplay: false };
  });
}

const hasBody = (found: FoundRecord, sent: BodyHashes | undefined) =>
  found.bodyHash === sent?.bodyHash || found.bodyHash === sent?.writtenHash;

const recordedIn = (
  byKey: RecordsByName,
  byRef: RecordsByName,
  owners: SystemOwners,
): Recorded => ({
  owners,
  ofKey: (context) => {
    const found = byKey.get(keyNameOf(context) ?? "");
    if (!found || hasBody(found, context.idempotency)) return found?.lines;
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
      return { ...found.lines[0]!, isReplay: true };
    throw new Refusal(
      "external_ref_conflict",
      `The reference ${ref.id} of ${ref.system} was used for another request.`,
      { errors: [{ pointer: "/externalRef", detail: "Used for another request." }] },
    );
  },
});
