/** What a key may do, each role all that the one before it may. */
export type Role = "viewer" | "operator" | "engineer" | "admin";

/** The least role for each operation. An operation that is not here can't be served. */
export const roles = {
  buildBuild: "operator",
  materialItemGet: "viewer",
  materialItemReceive: "operator",
} as const satisfies Record<string, Role>;

export type OperationId = keyof typeof roles;
