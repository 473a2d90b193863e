import type { Operation } from "./route.ts";

/** The header of a response that names the state that it is from, and of a later request. */
export const bookmarkHeader = "Asbuilt-Bookmark";

/** The statuses of responses that the record decides. */
export const bookmarkedStatuses: ReadonlySet<number> = new Set([200, 404, 409]);

/**
 * The reads that a replica never answers: who may use the service, the record's seals and proof, what
 * was done under a reference, and the service's own state.
 */
export const primaryReads: ReadonlySet<string> = new Set([
  "apiKeyList",
  "auditAnchor",
  "auditListSeals",
  "auditVerify",
  "deviceHistoryRecordGet",
  "externalRefGet",
  "sessionGet",
  "sessionList",
  "statusGet",
  "webhookDeadLetters",
  "webhookList",
  "webhookTest",
]);

/** Returns whether a replica can answer an operation. */
export const mayLag = ({ isWrite, operationId = "" }: Pick<Operation, "isWrite" | "operationId">) =>
  !isWrite && !primaryReads.has(operationId);
