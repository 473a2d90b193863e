export * from "./consumption.ts";
export * from "./material-item-record.ts";
export * from "./material-item.ts";
export * from "./problems.ts";
export * from "./roles.ts";
export { allRoutes } from "./routes.ts";
