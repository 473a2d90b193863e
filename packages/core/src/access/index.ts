export { findKeys, findSessions, requireKey } from "./authenticate.ts";
export { type ConfiguredKey, configureAdminKey } from "./configured-key.ts";
export { createKey } from "./create.ts";
export { type Key, newKey } from "./key.ts";
export { recordKeyUse } from "./key-use.ts";
export { listKeys } from "./list.ts";
export { type OwnKey, ownKey } from "./own-key.ts";
export { revokeKey } from "./revoke.ts";
export { commandLine, makeAdminKey, makeFirstKey } from "./service-users.ts";
