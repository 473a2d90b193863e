export { findKey, makeAdminKey, requireKey } from "./authenticate.ts";
export { commandLine } from "./command-line.ts";
export { createKey } from "./create.ts";
export type { Key } from "./key.ts";
export { listKeys } from "./list.ts";
export { newKey } from "./new-key.ts";
export { revokeKey } from "./revoke.ts";
