export * from "./access.ts";
export * from "./bom.ts";
export * from "./catalog.ts";
export * from "./log.ts";
export * from "./material.ts";
export * from "./product.ts";
export * from "./webhook.ts";
export * from "./work-centre-group.ts";
