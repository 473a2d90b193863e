export { findKey, makeAdminKey } from "./authenticate.ts";
export { commandLine } from "./command-line.ts";
