export { actAs } from "./act-as.ts";
export { createSession } from "./create.ts";
export { endSession } from "./end.ts";
export { listSessions } from "./list.ts";
export { newSessionToken, type Session } from "./session.ts";
