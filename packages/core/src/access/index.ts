export { findKey, makeAdminKey } from "./authenticate.ts";
