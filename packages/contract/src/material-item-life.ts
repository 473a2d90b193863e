import { addressingItem, adjustReason, filled, instant, textBytes } from "./fields.ts";
import { lotExample, MaterialItem } from "./material-item-record.ts";
import { okResponse, body, problemsOfWrite } from "./responses.ts";
import { writeRoute } from "./route.ts";
import { schema } from "./schema.ts";

/** The fields that each of these verbs takes. */
const verbFields = () => ({
  comment: textBytes(2000).nullish(),
  occurredAt: instant().nullish(),
});

const HoldRequest = schema("HoldRequest", "The item to put on hold, and the reason.", () =>
  addressingItem({
    ...verbFields(),
    holdReason: filled(textBytes(250)).meta({
      description: "The name or the SUID of a hold reason. Not case sensitive.",
    }),
  }),
);
/** Makes the schema of a verb without fields of its own. */
const plainVerbRequest = (name: string, description: string) =>
  schema(name, description, () => addressingItem(verbFields()));

const ReleaseRequest = plainVerbRequest("ReleaseRequest", "The item to release from hold.");
const ScrapRequest = schema(
  "ScrapRequest",
  "The item whose remaining quantity to scrap, and the reason.",
  () =>
    addressingItem({
      ...verbFields(),
      reasonSUID: filled(textBytes(50)).meta(adjustReason),
    }),
);
const MoveRequest = schema("MoveRequest", "The item to move, and its new location.", () =>
  addressingItem({
    ...verbFields(),
    location: filled(textBytes(200)),
  }),
);
const RelabelRequest = schema("RelabelRequest", "The item to relabel, and its new serial.", () =>
  addressingItem({
    ...verbFields(),
    newVisualSerialNo: filled(textBytes(250)).meta({
      description:
        "The serial on the new label. No other item may have it. The former serial still finds the " +
        "item in its history, AsBuilt and WhereUsed, unless another item has it now.",
    }),
    comment: filled(textBytes(2000)).meta({ description: "The reason for the new label." }),
  }),
);
const DispatchRequest = plainVerbRequest("DispatchRequest", "The item to dispatch from the plant.");

const tags = ["Material items"];
const itemResponse = (description: string, changed: object) =>
  okResponse(MaterialItem(), description, { ...lotExample, revNo: 2, ...changed });

/** The verbs on one item, addressed by id or serial. Source: design 6. */
export const materialItemLifeRoutes = {
  hold: writeRoute({
    operationId: "materialItemHold",
    method: "put",
    path: "/api/MaterialItem/Hold",
    role: "engineer",
    importStage: "itemChanges",
    tags,
    summary: "Put a material item on hold",
    request: () => ({
      body: body(HoldRequest(), { visualSerialNo: "SEAL-LOT-7", holdReason: "Quality" }),
    }),
    responses: () => ({
      200: itemResponse("The held item.", { holdReasonID: 1, holdReason: "Quality" }),
      ...problemsOfWrite("not_found", "inactive", "item_status", "item_on_hold"),
    }),
  }),
  release: writeRoute({
    operationId: "materialItemRelease",
    method: "put",
    path: "/api/MaterialItem/Release",
    role: "engineer",
    importStage: "itemChanges",
    tags,
    summary: "Release a material item from hold",
    request: () => ({
      body: body(ReleaseRequest(), { visualSerialNo: "SEAL-LOT-7", comment: "Inspected: sound" }),
    }),
    responses: () => ({
      200: itemResponse("The released item.", { revNo: 3 }),
      ...problemsOfWrite("not_found", "item_status"),
    }),
  }),
  scrap: writeRoute({
    operationId: "materialItemScrap",
    method: "put",
    path: "/api/MaterialItem/Scrap",
    role: "engineer",
    importStage: "scrapping",
    tags,
    summary: "Scrap the rest of a material item",
    request: () => ({
      body: body(ScrapRequest(), { visualSerialNo: "SEAL-LOT-7", reasonSUID: "SCRAP" }),
    }),
    responses: () => ({
      200: itemResponse("The scrapped item.", { actualQty: 0, statusID: 4, status: "Scrapped" }),
      ...problemsOfWrite("not_found", "reason_not_assigned", "inactive", "item_status"),
    }),
  }),
  move: writeRoute({
    operationId: "materialItemMove",
    method: "put",
    path: "/api/MaterialItem/Move",
    role: "engineer",
    importStage: "itemChanges",
    tags,
    summary: "Move a material item to another location",
    request: () => ({
      body: body(MoveRequest(), { visualSerialNo: "SEAL-LOT-7", location: "LINE-2" }),
    }),
    responses: () => ({
      200: itemResponse("The moved item.", { locationID: 2, location: "LINE-2" }),
      ...problemsOfWrite("not_found", "inactive", "item_status"),
    }),
  }),
  relabel: writeRoute({
    operationId: "materialItemRelabel",
    method: "put",
    path: "/api/MaterialItem/Relabel",
    role: "engineer",
    importStage: "itemChanges",
    tags,
    summary: "Give a material item a new serial",
    request: () => ({
      body: body(RelabelRequest(), {
        visualSerialNo: "SEAL-LOT-7",
        newVisualSerialNo: "SEAL-LOT-7B",
        comment: "Label unreadable",
      }),
    }),
    responses: () => ({
      200: itemResponse("The relabelled item.", { visualSerialNo: "SEAL-LOT-7B" }),
      ...problemsOfWrite("not_found", "item_status", "duplicate"),
    }),
  }),
  dispatch: writeRoute({
    operationId: "materialItemDispatch",
    method: "put",
    path: "/api/MaterialItem/Dispatch",
    role: "engineer",
    importStage: "dispatch",
    tags,
    summary: "Dispatch a material item from the plant",
    request: () => ({ body: body(DispatchRequest(), { id: 17 }) }),
    responses: () => ({
      200: itemResponse("The dispatched item.", { statusID: 5, status: "Dispatched" }),
      ...problemsOfWrite("not_found", "item_status", "item_on_hold", "item_expired"),
    }),
  }),
};
