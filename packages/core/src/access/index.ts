export { findKey, requireKey } from "./authenticate.ts";
export { createKey } from "./create.ts";
export { type Key, newKey } from "./key.ts";
export { listKeys } from "./list.ts";
export { revokeKey } from "./revoke.ts";
export { commandLine, makeAdminKey } from "./service-users.ts";
