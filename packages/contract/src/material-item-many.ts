import { batch } from "./batch.ts";
import {
  heldExample,
  HeldMaterialItem,
  holdExample,
  holdRefusals,
  HoldRequest,
  releasedExample,
  releaseExample,
  releaseRefusals,
  ReleaseRequest,
} from "./material-item-hold.ts";
import {
  dispatchedExample,
  dispatchExample,
  dispatchRefusals,
  DispatchRequest,
  movedExample,
  moveExample,
  moveRefusals,
  MoveRequest,
  scrapExample,
  scrappedExample,
  scrapRefusals,
  ScrapRequest,
} from "./material-item-life.ts";
import { MaterialItemOrPart } from "./material-item-part.ts";
import { lotExample, MaterialItem } from "./material-item-record.ts";
import {
  adjustedExample,
  adjustExample,
  adjustRefusals,
  ItemAdjustRequest,
  receiveExample,
  receiveRefusals,
  ReceiveRequest,
} from "./material-item-stock.ts";
import { problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { writeRoute } from "./route.ts";

const ofItem = {
  takesReference: false,
  pointer: "/visualSerialNo",
  detail: "No material item has the serial SEAL-LOT-8.",
};
const ofPart = { ...ofItem, answer: MaterialItemOrPart };

const receipts = batch({
  verb: "Receive",
  verbs: "Receives",
  request: ReceiveRequest,
  takesReference: true,
  requestExample: receiveExample,
  answer: MaterialItem,
  answerExample: lotExample,
  pointer: "/productName",
  detail: "No product has the name Seals.",
});
const adjustments = batch({
  verb: "ItemAdjust",
  verbs: "ItemAdjusts",
  request: ItemAdjustRequest,
  takesReference: true,
  requestExample: adjustExample,
  answer: MaterialItem,
  answerExample: adjustedExample,
  pointer: "/materialitemid",
  detail: "No material item has the id 18.",
});
const holds = batch({
  ...ofItem,
  verb: "Hold",
  verbs: "Holds",
  request: HoldRequest,
  requestExample: holdExample,
  answer: HeldMaterialItem,
  answerExample: heldExample,
});
const releases = batch({
  ...ofItem,
  verb: "Release",
  verbs: "Releases",
  request: ReleaseRequest,
  requestExample: releaseExample,
  answer: MaterialItem,
  answerExample: releasedExample,
});
const moves = batch({
  ...ofPart,
  verb: "Move",
  verbs: "Moves",
  request: MoveRequest,
  requestExample: moveExample,
  answerExample: movedExample,
});
const scrappings = batch({
  ...ofPart,
  verb: "Scrap",
  verbs: "Scraps",
  request: ScrapRequest,
  requestExample: scrapExample,
  answerExample: scrappedExample,
});
const dispatches = batch({
  ...ofPart,
  verb: "Dispatch",
  verbs: "Dispatches",
  request: DispatchRequest,
  requestExample: dispatchExample,
  answerExample: dispatchedExample,
});

const tags = ["Material items"];

/** The batches of the verbs that an import or another system sends of many items together. */
export const materialItemManyRoutes = {
  receiveMany: writeRoute({
    operationId: "materialItemReceiveMany",
    method: "post",
    path: "/api/MaterialItem/ReceiveMany",
    roles: rolesFor.receiving,
    importStage: "stock",
    tags,
    summary: "Receive several material items into stock, in order",
    request: () => ({ body: receipts.body() }),
    responses: () => ({ 200: receipts.response(), ...problemsOfWrite(...receiveRefusals) }),
  }),
  adjustMany: writeRoute({
    operationId: "materialItemItemAdjustMany",
    method: "post",
    path: "/api/MaterialItem/ItemAdjustMany",
    roles: rolesFor.receiving,
    importStage: "stock",
    tags,
    summary: "Adjust the quantities of several material items, in order",
    request: () => ({ body: adjustments.body() }),
    responses: () => ({ 200: adjustments.response(), ...problemsOfWrite(...adjustRefusals) }),
  }),
  holdMany: writeRoute({
    operationId: "materialItemHoldMany",
    method: "put",
    path: "/api/MaterialItem/HoldMany",
    roles: rolesFor.holding,
    importStage: "itemChanges",
    tags,
    summary: "Put several material items on hold, in order",
    request: () => ({ body: holds.body() }),
    responses: () => ({ 200: holds.response(), ...problemsOfWrite(...holdRefusals) }),
  }),
  releaseMany: writeRoute({
    operationId: "materialItemReleaseMany",
    method: "put",
    path: "/api/MaterialItem/ReleaseMany",
    roles: rolesFor.releasing,
    importStage: "itemChanges",
    tags,
    summary: "Release several material items from hold, in order",
    request: () => ({ body: releases.body() }),
    responses: () => ({ 200: releases.response(), ...problemsOfWrite(...releaseRefusals) }),
  }),
  moveMany: writeRoute({
    operationId: "materialItemMoveMany",
    method: "put",
    path: "/api/MaterialItem/MoveMany",
    roles: rolesFor.storing,
    importStage: "itemChanges",
    tags,
    summary: "Move several material items to other locations, in order",
    request: () => ({ body: moves.body() }),
    responses: () => ({ 200: moves.response(), ...problemsOfWrite(...moveRefusals) }),
  }),
  scrapMany: writeRoute({
    operationId: "materialItemScrapMany",
    method: "put",
    path: "/api/MaterialItem/ScrapMany",
    roles: rolesFor.storing,
    importStage: "scrapping",
    tags,
    summary: "Scrap the rest of several material items, in order",
    request: () => ({ body: scrappings.body() }),
    responses: () => ({ 200: scrappings.response(), ...problemsOfWrite(...scrapRefusals) }),
  }),
  dispatchMany: writeRoute({
    operationId: "materialItemDispatchMany",
    method: "put",
    path: "/api/MaterialItem/DispatchMany",
    roles: rolesFor.storing,
    importStage: "dispatch",
    tags,
    summary: "Dispatch several material items from the plant, in order",
    request: () => ({ body: dispatches.body() }),
    responses: () => ({ 200: dispatches.response(), ...problemsOfWrite(...dispatchRefusals) }),
  }),
};
