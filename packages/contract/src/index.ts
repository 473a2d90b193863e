export * from "./catalog.ts";
export * from "./consumption.ts";
export * from "./material-item-record.ts";
export * from "./material-item.ts";
export * from "./problems.ts";
export { Problem } from "./responses.ts";
export * from "./roles.ts";
export { allRoutes } from "./routes.ts";
