import type { Context, ExternalRef } from "../context.ts";

/** The name of a request's Idempotency-Key, as JSON of its columns; undefined without a key. */
export const keyNameOf = ({ idempotency, principal }: Context): string | undefined =>
  idempotency &&
  JSON.stringify([principal.userId, idempotency.method, idempotency.path, idempotency.key]);

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
