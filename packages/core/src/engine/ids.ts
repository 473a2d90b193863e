import { isUuid, longUuid, shortUuid } from "../values/short-uuid.ts";
import { newUuid } from "../values/uuid.ts";

/** The ids of requests that the service gives. No client's id begins like this. */
const ofService = "asbuilt-";

/** Returns a new id of a request, in a form that no client's id has. */
export const newRequestId = (): string => ofService + newUuid();

/** Returns a new id of an operation, as the log keeps it: a short UUID. */
export const newOperationId = (): string => shortUuid(newUuid());

/**
 * The id of a request in the log where it follows from that of the operation. A client's id has no
 * such character.
 */
export const ownRequest = "~";

/** Returns the id of the operation whose request has this id; undefined of a client's id. */
export function operationOfRequest(requestId: string): string | undefined {
  if (!requestId.startsWith(ofService)) return undefined;
  const uuid = requestId.slice(ofService.length);
  return isUuid(uuid) ? shortUuid(uuid) : undefined;
}

/**
 * Returns the source of the ids of a request's operations. The first has the UUID of the request, so
 * that the log need not keep both. The id of the request must be new.
 */
export function operationIdsOf(requestId: string): () => string {
  let first = operationOfRequest(requestId);
  return () => {
    const id = first ?? newOperationId();
    first = undefined;
    return id;
  };
}

/** Returns a request's id as the log keeps it. */
export const loggedRequestId = (requestId: string, operationId: string): string =>
  operationOfRequest(requestId) === operationId ? ownRequest : requestId;

/** The ids of a row of the log as clients know them, whatever form the row has. */
export const idsOfRow = <Request extends string | null>(row: {
  readonly operationId: string;
  readonly requestId: Request;
}) => {
  const operationId = longUuid(row.operationId);
  const requestId = row.requestId === ownRequest ? ofService + operationId : row.requestId;
  return { operationId, requestId };
};
