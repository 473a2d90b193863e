// Generated from the contract's openapi.json by `pnpm generate`. Do not edit.
export const operationTable = {
  productTypeList: ["post", "/api/ProductType/List"],
  productTypeUpsert: ["put", "/api/ProductType/Upsert"],
  productTypeDelete: ["delete", "/api/ProductType/Delete"],
  ownershipTypeList: ["post", "/api/OwnershipType/List"],
  ownershipTypeUpsert: ["put", "/api/OwnershipType/Upsert"],
  ownershipTypeDelete: ["delete", "/api/OwnershipType/Delete"],
  currencyList: ["post", "/api/Currency/List"],
  currencyUpsert: ["put", "/api/Currency/Upsert"],
  currencyDelete: ["delete", "/api/Currency/Delete"],
  unitOfMeasureList: ["post", "/api/UnitOfMeasure/List"],
  unitOfMeasureUpsert: ["put", "/api/UnitOfMeasure/Upsert"],
  unitOfMeasureDelete: ["delete", "/api/UnitOfMeasure/Delete"],
  locationList: ["post", "/api/Location/List"],
  locationUpsert: ["put", "/api/Location/Upsert"],
  locationDelete: ["delete", "/api/Location/Delete"],
  receiptProfileList: ["post", "/api/ReceiptProfile/List"],
  receiptProfileUpsert: ["put", "/api/ReceiptProfile/Upsert"],
  receiptProfileDelete: ["delete", "/api/ReceiptProfile/Delete"],
  receiptRecipeList: ["post", "/api/ReceiptRecipe/List"],
  receiptRecipeUpsert: ["put", "/api/ReceiptRecipe/Upsert"],
  receiptRecipeDelete: ["delete", "/api/ReceiptRecipe/Delete"],
  serialRangeList: ["post", "/api/SerialRange/List"],
  serialRangeUpsert: ["put", "/api/SerialRange/Upsert"],
  serialRangeDelete: ["delete", "/api/SerialRange/Delete"],
  propertyDefinitionList: ["post", "/api/PropertyDefinition/List"],
  propertyDefinitionUpsert: ["put", "/api/PropertyDefinition/Upsert"],
  propertyDefinitionDelete: ["delete", "/api/PropertyDefinition/Delete"],
  buildSlotTypeList: ["post", "/api/BuildSlotType/List"],
  buildSlotTypeUpsert: ["put", "/api/BuildSlotType/Upsert"],
  buildSlotTypeDelete: ["delete", "/api/BuildSlotType/Delete"],
  materialReasonList: ["post", "/api/MaterialReason/List"],
  materialReasonUpsert: ["put", "/api/MaterialReason/Upsert"],
  materialReasonDelete: ["delete", "/api/MaterialReason/Delete"],
  workCentreList: ["post", "/api/WorkCentre/List"],
  workCentreUpsert: ["put", "/api/WorkCentre/Upsert"],
  workCentreDelete: ["delete", "/api/WorkCentre/Delete"],
  materialStatusList: ["post", "/api/MaterialStatus/List"],
  materialStatusUpsert: ["put", "/api/MaterialStatus/Upsert"],
  materialStatusDelete: ["delete", "/api/MaterialStatus/Delete"],
  holdReasonList: ["post", "/api/HoldReason/List"],
  holdReasonUpsert: ["put", "/api/HoldReason/Upsert"],
  holdReasonDelete: ["delete", "/api/HoldReason/Delete"],
  caseDataDefinitionList: ["post", "/api/CaseDataDefinition/List"],
  caseDataDefinitionUpsert: ["put", "/api/CaseDataDefinition/Upsert"],
  caseDataDefinitionDelete: ["delete", "/api/CaseDataDefinition/Delete"],
  userList: ["post", "/api/User/List"],
  userUpsert: ["put", "/api/User/Upsert"],
  userDelete: ["delete", "/api/User/Delete"],
  apiKeyList: ["post", "/api/ApiKey/List"],
  apiKeyCreate: ["post", "/api/ApiKey/Create"],
  apiKeyRevoke: ["put", "/api/ApiKey/Revoke"],
  auditAnchor: ["post", "/api/Audit/Anchor"],
  auditVerify: ["post", "/api/Audit/Verify"],
  bomList: ["post", "/api/Bom/List"],
  bomUpsert: ["put", "/api/Bom/Upsert"],
  bomDelete: ["delete", "/api/Bom/Delete"],
  workCentreGroupList: ["post", "/api/WorkCentreGroup/List"],
  workCentreGroupUpsert: ["put", "/api/WorkCentreGroup/Upsert"],
  workCentreGroupDelete: ["delete", "/api/WorkCentreGroup/Delete"],
  bomSlotList: ["post", "/api/BomSlot/List"],
  bomSlotUpsert: ["put", "/api/BomSlot/Upsert"],
  bomSlotDelete: ["delete", "/api/BomSlot/Delete"],
  bomSlotListCandidates: ["post", "/api/BomSlot/ListCandidates"],
  bomSlotUpsertCandidates: ["put", "/api/BomSlot/UpsertCandidates"],
  bomSlotDeleteCandidate: ["delete", "/api/BomSlot/DeleteCandidate"],
  bomSlotListProperties: ["post", "/api/BomSlot/ListProperties"],
  bomSlotUpsertProperties: ["put", "/api/BomSlot/UpsertProperties"],
  bomSlotClearProperty: ["delete", "/api/BomSlot/ClearProperty"],
  buildBuild: ["put", "/api/Build/Build"],
  buildRemove: ["put", "/api/Build/Remove"],
  buildBuildMany: ["put", "/api/Build/BuildMany"],
  buildRemoveMany: ["put", "/api/Build/RemoveMany"],
  epcisQuery: ["post", "/api/Epcis/Query"],
  externalRefGet: ["post", "/api/ExternalRef/Get"],
  genealogyAsBuilt: ["post", "/api/Genealogy/AsBuilt"],
  genealogyWhereUsed: ["post", "/api/Genealogy/WhereUsed"],
  genealogyRecall: ["post", "/api/Genealogy/Recall"],
  genealogyCompleteness: ["post", "/api/Genealogy/Completeness"],
  eventList: ["post", "/api/Event/List"],
  eventStream: ["get", "/api/Event/Stream", "stream"],
  historyList: ["post", "/api/History/List"],
  materialItemHistory: ["post", "/api/MaterialItem/History"],
  materialItemGetByFilter: ["post", "/api/MaterialItem/GetByFilter"],
  materialItemList: ["post", "/api/MaterialItem/List"],
  materialItemGet: ["get", "/api/MaterialItem/Get/{id}"],
  materialItemUpdate: ["put", "/api/MaterialItem/Update/{id}"],
  materialItemReceive: ["post", "/api/MaterialItem/Receive"],
  materialItemItemAdjust: ["post", "/api/MaterialItem/ItemAdjust"],
  materialItemHold: ["put", "/api/MaterialItem/Hold"],
  materialItemRelease: ["put", "/api/MaterialItem/Release"],
  materialItemScrap: ["put", "/api/MaterialItem/Scrap"],
  materialItemMove: ["put", "/api/MaterialItem/Move"],
  materialItemRelabel: ["put", "/api/MaterialItem/Relabel"],
  materialItemDispatch: ["put", "/api/MaterialItem/Dispatch"],
  productList: ["post", "/api/Product/List"],
  productUpsert: ["put", "/api/Product/Upsert"],
  productDelete: ["delete", "/api/Product/Delete"],
  productCopy: ["put", "/api/Product/Copy"],
  webhookList: ["post", "/api/Webhook/List"],
  webhookUpsert: ["put", "/api/Webhook/Upsert"],
  webhookDelete: ["delete", "/api/Webhook/Delete"],
  webhookTest: ["put", "/api/Webhook/Test"],
  webhookDeadLetters: ["post", "/api/Webhook/DeadLetters"],
  webhookReplay: ["put", "/api/Webhook/Replay"],
  worksOrderList: ["post", "/api/WorksOrder/List"],
  worksOrderUpsert: ["put", "/api/WorksOrder/Upsert"],
  worksOrderDelete: ["delete", "/api/WorksOrder/Delete"],
  worksOrderStart: ["put", "/api/WorksOrder/Start"],
  worksOrderComplete: ["put", "/api/WorksOrder/Complete"],
  worksOrderCancel: ["put", "/api/WorksOrder/Cancel"],
} as const;

export type KnownProblemCode =
  | "ambiguous_name"
  | "bom_status"
  | "cycle"
  | "decimal_places"
  | "details_contradict"
  | "duplicate"
  | "external_ref_conflict"
  | "fixed"
  | "forbidden"
  | "idempotency_conflict"
  | "in_use"
  | "inactive"
  | "incomplete"
  | "insufficient_quantity"
  | "internal"
  | "item_expired"
  | "item_on_hold"
  | "item_status"
  | "malformed_body"
  | "method_not_allowed"
  | "negative_quantity"
  | "no_such_path"
  | "not_built"
  | "not_found"
  | "not_in_bom"
  | "order_status"
  | "outcome_unknown"
  | "over_maximum"
  | "overloaded"
  | "quantity_range"
  | "rate_limited"
  | "reason_not_assigned"
  | "receipt_profile"
  | "reserved"
  | "serial_range"
  | "stale_revision"
  | "too_large"
  | "too_many"
  | "unauthorized"
  | "unavailable"
  | "unit_mismatch"
  | "unsupported_media_type"
  | "validation_failed";
