import { type CatalogName, catalogNames } from "./catalog.ts";
import { uncapitalized } from "./uncapitalized.ts";

/** What a key may do, each role all that the one before it may. */
export const roleNames = ["viewer", "operator", "engineer", "admin"] as const;
export type Role = (typeof roleNames)[number];

/** The least role for each operation. An operation that is not here can't be served. */
export const roles = {
  ...rolesOfCatalog(),
  apiKeyCreate: "admin",
  apiKeyList: "admin",
  apiKeyRevoke: "admin",
  auditAnchor: "viewer",
  auditVerify: "admin",
  bomDelete: "engineer",
  bomList: "viewer",
  bomSlotClearProperty: "engineer",
  bomSlotDelete: "engineer",
  bomSlotDeleteCandidate: "engineer",
  bomSlotList: "viewer",
  bomSlotListCandidates: "viewer",
  bomSlotListProperties: "viewer",
  bomSlotUpsert: "engineer",
  bomSlotUpsertCandidates: "engineer",
  bomSlotUpsertProperties: "engineer",
  bomUpsert: "engineer",
  buildBuild: "operator",
  buildBuildMany: "operator",
  buildRemove: "operator",
  buildRemoveMany: "operator",
  epcisQuery: "viewer",
  externalRefGet: "viewer",
  genealogyAsBuilt: "viewer",
  genealogyCompleteness: "viewer",
  genealogyRecall: "viewer",
  genealogyWhereUsed: "viewer",
  eventList: "viewer",
  eventStream: "viewer",
  historyList: "viewer",
  materialItemDispatch: "engineer",
  materialItemGet: "viewer",
  materialItemGetByFilter: "viewer",
  materialItemHistory: "viewer",
  materialItemHold: "engineer",
  materialItemItemAdjust: "operator",
  materialItemList: "viewer",
  materialItemMove: "engineer",
  materialItemReceive: "operator",
  materialItemRelease: "engineer",
  materialItemScrap: "engineer",
  materialItemUpdate: "engineer",
  productCopy: "engineer",
  productDelete: "engineer",
  productList: "viewer",
  productUpsert: "engineer",
  webhookDeadLetters: "admin",
  webhookDelete: "admin",
  webhookList: "admin",
  webhookReplay: "admin",
  webhookTest: "admin",
  webhookUpsert: "admin",
  worksOrderCancel: "engineer",
  worksOrderComplete: "engineer",
  worksOrderDelete: "engineer",
  worksOrderList: "viewer",
  worksOrderStart: "engineer",
  worksOrderUpsert: "engineer",
  workCentreGroupDelete: "engineer",
  workCentreGroupList: "viewer",
  workCentreGroupUpsert: "engineer",
} as const satisfies Record<string, Role>;

export type OperationId = keyof typeof roles;

type CatalogOperation = `${Uncapitalize<CatalogName>}${"List" | "Upsert" | "Delete"}`;

/** Everybody reads the reference data, and administrators write it. */
function rolesOfCatalog(): Record<CatalogOperation, Role> {
  const entries = catalogNames.flatMap((name): [string, Role][] => {
    const operation = uncapitalized(name);
    return [
      [`${operation}List`, "viewer"],
      [`${operation}Upsert`, "admin"],
      [`${operation}Delete`, "admin"],
    ];
  });
  // Each name of the catalog has its three operations: the type says what the loop makes.
  return Object.fromEntries(entries) as Record<CatalogOperation, Role>;
}
