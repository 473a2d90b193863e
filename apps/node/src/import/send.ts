import type { ImportRoute } from "./files.ts";
import type { Target } from "./target.ts";

/** A row to send, and how. */
interface UpsertToSend {
  /** The JSON text of an object that is not empty. */
  readonly body: string;
  /** The record that it changes, at the revision that was read. Without one it is sent as it is. */
  readonly stored: { readonly id: number; readonly revNo: number } | undefined;
  readonly idempotencyKey: string;
}

/** Sends a row as a request. With a stored record, it changes that revision of it. */
export const sendUpsert = (
  target: Target,
  { method, path }: ImportRoute,
  { body, stored, idempotencyKey }: UpsertToSend,
): Promise<Response> =>
  target.send({
    method: method.toUpperCase(),
    path,
    body: stored ? `{"id":${stored.id},"revNo":${stored.revNo},${body.trimStart().slice(1)}` : body,
    idempotencyKey,
  });
