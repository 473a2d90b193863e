import {
  addressingItem,
  adjustReason,
  allowances,
  commentedAllowances,
  filled,
  filledBytes,
  nameBytes,
  textBytes,
} from "./fields.ts";
import { holdReason, materialItemHoldRoutes, verbFields } from "./material-item-hold.ts";
import { lotExample, MaterialItem, materialItemExample } from "./material-item-record.ts";
import { MaterialItemOrPart, partFields, partRefusals, wholeOrPart } from "./material-item-part.ts";
import { okResponse, body, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { writeRoute } from "./route.ts";
import { ruleText, schema } from "./schema.ts";

export const ScrapRequest = schema(
  "ScrapRequest",
  "The item whose remaining quantity to scrap, and the reason.",
  () =>
    wholeOrPart(
      addressingItem({
        ...verbFields(),
        ...partFields(),
        reasonSUID: filledBytes(50).meta(adjustReason),
      }),
    ),
);
export const MoveRequest = schema("MoveRequest", "The item to move, and its new location.", () =>
  wholeOrPart(
    addressingItem({
      ...verbFields(),
      ...partFields(),
      location: filledBytes(200),
    }),
  ),
);
const RelabelRequest = schema("RelabelRequest", "The item to relabel, and its new serial.", () =>
  addressingItem({
    ...verbFields(),
    newVisualSerialNo: filledBytes(250).meta({
      description:
        "The serial on the new label. No other item may have it. The former serial still finds the " +
        "item in its history, AsBuilt and WhereUsed, unless another item has it now.",
    }),
    comment: filled(textBytes(2000)).meta({ description: "The reason for the new label." }),
  }),
);
/** The fields of a verb that an incomplete unit, or one with held contents, does not pass. */
const gatedFields = () => ({
  ...verbFields(),
  ...allowances(),
  comment: textBytes(2000)
    .nullish()
    .meta({ [ruleText]: "Required with `allowIncomplete` and `allowHeld`." }),
});
const CompleteRequest = schema("CompleteRequest", "The unit to complete.", () =>
  commentedAllowances(addressingItem(gatedFields())),
);
export const DispatchRequest = schema(
  "DispatchRequest",
  "The item to dispatch from the plant.",
  () =>
    wholeOrPart(
      commentedAllowances(
        addressingItem({
          ...gatedFields(),
          ...partFields(),
          destination: nameBytes(250).nullish(),
        }),
      ),
    ),
);

const ReopenRequest = schema("ReopenRequest", "The finished unit to open again.", () =>
  addressingItem({
    ...verbFields(),
    comment: filled(textBytes(2000)).meta({ description: "The reason for opening it." }),
  }),
);
const ReturnRequest = schema("ReturnRequest", "The dispatched item that came back.", () =>
  addressingItem({
    ...verbFields(),
    location: filledBytes(200)
      .nullish()
      .meta({ description: "The SUID of the location where it is now. If absent, as before." }),
    holdReason: holdReason().nullish(),
    comment: filled(textBytes(2000)).meta({ description: "The reason why it came back." }),
  }),
);
const VoidRequest = schema("VoidRequest", "The item whose receipt or start never was.", () =>
  addressingItem({
    ...verbFields(),
    comment: filled(textBytes(2000)).meta({ description: "The mistake." }),
  }),
);

// The verbs that also have a batch: their refusals and examples.
export const scrapRefusals = [
  "not_found",
  "reason_not_assigned",
  "inactive",
  "item_status",
  ...partRefusals,
  "before_it_was",
] as const;
export const scrapExample = { visualSerialNo: "SEAL-LOT-7", reasonSUID: "SCRAP" };
export const scrappedExample = {
  ...lotExample,
  revNo: 2,
  actualQty: 0,
  statusID: 4,
  status: "Scrapped",
};

export const moveRefusals = [
  "not_found",
  "inactive",
  "item_status",
  ...partRefusals,
  "before_it_was",
] as const;
export const moveExample = { visualSerialNo: "SEAL-LOT-7", location: "LINE-2" };
export const movedExample = { ...lotExample, revNo: 2, locationID: 2, location: "LINE-2" };

export const dispatchRefusals = [
  "not_found",
  "item_status",
  "item_on_hold",
  "item_expired",
  "evidence_missing",
  "incomplete",
  "contains_held",
  "signature_required",
  ...partRefusals,
  "before_it_was",
] as const;
export const dispatchExample = { id: 17 };
export const dispatchedExample = { ...lotExample, revNo: 2, statusID: 5, status: "Dispatched" };

const tags = ["Material items"];
const itemResponse = (description: string, changed: object) =>
  okResponse(MaterialItem(), description, { ...lotExample, revNo: 2, ...changed });

/** The verbs on one item, addressed by id or serial. Source: design 6. */
export const materialItemLifeRoutes = {
  ...materialItemHoldRoutes,
  scrap: writeRoute({
    operationId: "materialItemScrap",
    method: "put",
    path: "/api/MaterialItem/Scrap",
    roles: rolesFor.storing,
    importStage: "scrapping",
    tags,
    summary: "Scrap the rest of a material item",
    request: () => ({
      body: body(ScrapRequest(), scrapExample),
    }),
    responses: () => ({
      200: okResponse(MaterialItemOrPart(), "The scrapped item.", scrappedExample),
      ...problemsOfWrite(...scrapRefusals),
    }),
  }),
  move: writeRoute({
    operationId: "materialItemMove",
    method: "put",
    path: "/api/MaterialItem/Move",
    roles: rolesFor.storing,
    importStage: "itemChanges",
    tags,
    summary: "Move a material item to another location",
    request: () => ({
      body: body(MoveRequest(), moveExample),
    }),
    responses: () => ({
      200: okResponse(MaterialItemOrPart(), "The moved item.", movedExample),
      ...problemsOfWrite(...moveRefusals),
    }),
  }),
  relabel: writeRoute({
    operationId: "materialItemRelabel",
    method: "put",
    path: "/api/MaterialItem/Relabel",
    roles: rolesFor.engineering,
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
      ...problemsOfWrite("not_found", "item_status", "duplicate", "before_it_was"),
    }),
  }),
  dispatch: writeRoute({
    operationId: "materialItemDispatch",
    method: "put",
    path: "/api/MaterialItem/Dispatch",
    roles: rolesFor.storing,
    importStage: "dispatch",
    tags,
    summary: "Dispatch a material item from the plant",
    request: () => ({ body: body(DispatchRequest(), dispatchExample) }),
    responses: () => ({
      200: okResponse(MaterialItemOrPart(), "The dispatched item.", dispatchedExample),
      ...problemsOfWrite(...dispatchRefusals),
    }),
  }),
  complete: writeRoute({
    operationId: "materialItemComplete",
    method: "put",
    path: "/api/MaterialItem/Complete",
    roles: rolesFor.building,
    importStage: "unitEnds",
    tags,
    summary: "Complete one unit of a works order",
    request: () => ({ body: body(CompleteRequest(), { visualSerialNo: "PUMP-0001" }) }),
    responses: () => ({
      200: okResponse(MaterialItem(), "The completed unit.", {
        ...materialItemExample,
        revNo: 4,
        endDT: "2026-01-31T08:00:00.000Z",
        statusID: 2,
        status: "Available",
      }),
      ...problemsOfWrite(
        "backdated",
        "not_found",
        "item_status",
        "order_status",
        "item_on_hold",
        "evidence_missing",
        "incomplete",
        "contains_held",
        "signature_required",
        "before_it_was",
      ),
    }),
  }),
  reopen: writeRoute({
    operationId: "materialItemReopen",
    method: "put",
    path: "/api/MaterialItem/Reopen",
    roles: rolesFor.engineering,
    importStage: "returns",
    tags,
    summary: "Open a finished unit of a works order again",
    request: () => ({
      body: body(ReopenRequest(), { visualSerialNo: "PUMP-0001", comment: "Seal leaks" }),
    }),
    responses: () => ({
      200: okResponse(MaterialItem(), "The opened unit.", { ...materialItemExample, revNo: 5 }),
      ...problemsOfWrite("not_found", "item_status", "order_status", "before_it_was"),
    }),
  }),
  returnItem: writeRoute({
    operationId: "materialItemReturn",
    method: "put",
    path: "/api/MaterialItem/Return",
    roles: rolesFor.storing,
    importStage: "returns",
    tags,
    summary: "Take a dispatched material item back",
    request: () => ({
      body: body(ReturnRequest(), {
        visualSerialNo: "SEAL-LOT-7",
        holdReason: "Quality",
        comment: "Customer complaint",
      }),
    }),
    responses: () => ({
      200: itemResponse("The returned item.", {
        holdReasonID: 1,
        holdReason: "Quality",
        holds: [{ holdReasonID: 1, holdReason: "Quality", batchHoldID: null }],
      }),
      ...problemsOfWrite("not_found", "inactive", "item_status", "before_it_was"),
    }),
  }),
  voidItem: writeRoute({
    operationId: "materialItemVoid",
    method: "put",
    path: "/api/MaterialItem/Void",
    roles: rolesFor.releasing,
    importStage: "itemChanges",
    tags,
    summary: "Take back a receipt or start that never was",
    request: () => ({
      body: body(VoidRequest(), { visualSerialNo: "SEAL-LOT-7", comment: "Wrong label scanned" }),
    }),
    responses: () => ({
      200: itemResponse("The voided item.", { actualQty: 0, statusID: 6, status: "Voided" }),
      ...problemsOfWrite(
        "not_found",
        "item_status",
        "in_use",
        "signature_required",
        "before_it_was",
      ),
    }),
  }),
};
