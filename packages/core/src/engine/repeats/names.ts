import type { Context, ExternalRef, Idempotency } from "../context.ts";

/** The text whose SHA-256 stands for an Idempotency-Key among those of its user. */
export const textOfKey = ({ method, path, key }: Pick<Idempotency, "method" | "path" | "key">) =>
  JSON.stringify([method, path, key]);

/** The name of a request's Idempotency-Key, as JSON of its columns; undefined without a key. */
export const keyNameOf = ({ idempotency, principal }: Context): string | undefined =>
  idempotency &&
  JSON.stringify([
    principal.userId,
    shortHash(idempotency.nameHash),
    idempotency.method,
    idempotency.path,
    idempotency.key,
  ]);

/**
 * The part of a SHA-256 in hexadecimal that is stored: 128 bits. Who finds two bodies or keys with
 * the same part gets an answer of their own, and nobody else's.
 */
export const shortHash = (hash: string): string => hash.slice(0, 32);

/** The name of a reference, as JSON of its columns. */
export const refNameOf = (ref: ExternalRef): string => JSON.stringify([ref.system, ref.id]);

/** The names of the references of a request. */
export const refNamesOf = ({ externalRefs = [] }: Context): string[] =>
  externalRefs.flatMap((ref) => (ref ? refNameOf(ref) : []));

const none: readonly string[] = [];

/** The names under which a request takes effect once, even if other requests share one of them. */
export function namesOf(context: Context): readonly string[] {
  const key = keyNameOf(context);
  if (key === undefined && !context.externalRefs) return none;
  const refs = refNamesOf(context);
  return key === undefined ? refs : [key, ...refs];
}
