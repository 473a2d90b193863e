// Generated from the contract's openapi.json by `pnpm generate`. Do not edit.
export const operationTable = {
  buildBuild: ["put", "/api/Build/Build"],
  materialItemGet: ["get", "/api/MaterialItem/Get/{id}"],
  materialItemReceive: ["post", "/api/MaterialItem/Receive"],
} as const;
