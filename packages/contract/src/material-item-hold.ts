import { addressingItem, filledBytes, happening, record, sinceAdded, textBytes } from "./fields.ts";
import * as z from "zod";
import { lotField, partFields, partRefusals, wholeOrPart } from "./material-item-part.ts";
import { lotExample, MaterialItem } from "./material-item-record.ts";
import { okResponse, body, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { writeRoute } from "./route.ts";
import { type Infer, schema } from "./schema.ts";

/** The fields that each verb on one item takes. */
export const verbFields = () => ({
  comment: textBytes(2000).nullish(),
  occurredAt: happening().nullish(),
});

/** The reason of a hold. */
export const holdReason = () =>
  filledBytes(250).meta({
    description: "The name or the SUID of a hold reason. Not case sensitive.",
  });

export const HoldRequest = schema("HoldRequest", "The item to put on hold, and the reason.", () =>
  wholeOrPart(addressingItem({ ...verbFields(), ...partFields(), holdReason: holdReason() })),
);

const ContainingUnit = schema(
  "ContainingUnit",
  "An item that contains the held one, at any level, and is itself in nothing.",
  () =>
    z.object({
      id: record.id(),
      visualSerialNo: record.text(),
      productName: record.text(),
      orderNo: record.text().nullable(),
      status: record.text(),
      holdReason: record.text().nullable(),
    }),
);

export const HeldMaterialItem = schema(
  "HeldMaterialItem",
  "The item on hold, and the units that contain it: a hold does not stop these.",
  () =>
    MaterialItem().extend({
      whereUsed: z
        .array(ContainingUnit())
        .optional()
        .meta({
          description:
            "The units at the top of everything that it is in, by id. At most 100, and at most 10 " +
            "in a line of HoldMany. A part that was just taken off is in none.",
          ...sinceAdded,
        }),
      whereUsedCount: z
        .int()
        .optional()
        .meta({ description: "The number of these units.", ...sinceAdded }),
      ...lotField(),
    }),
);
export type HeldMaterialItemRecord = Infer<typeof HeldMaterialItem>;

export const ReleaseRequest = schema(
  "ReleaseRequest",
  "The item to release from hold, and the hold to end if it has several.",
  () =>
    addressingItem({
      ...verbFields(),
      holdReason: holdReason()
        .nullish()
        .meta({
          description:
            "The name or the SUID of the reason whose hold ends. Not case sensitive. Without it, the " +
            "only hold ends.",
        }),
    }),
);
export const holdRefusals = [
  "backdated",
  "not_found",
  "inactive",
  "item_status",
  ...partRefusals,
  "before_it_was",
] as const;
export const holdExample = { visualSerialNo: "SEAL-LOT-7", holdReason: "Quality" };
export const heldExample = {
  ...lotExample,
  revNo: 2,
  holdReasonID: 1,
  holdReason: "Quality",
  holds: [{ holdReasonID: 1, holdReason: "Quality", batchHoldID: null }],
  whereUsed: [
    {
      id: 17,
      visualSerialNo: "PUMP-0001",
      productName: "Pump",
      orderNo: "WO-1001",
      status: "Available",
      holdReason: null,
    },
  ],
  whereUsedCount: 1,
};

export const releaseRefusals = [
  "not_found",
  "item_status",
  "item_on_hold",
  "signature_required",
  "before_it_was",
] as const;
export const releaseExample = {
  visualSerialNo: "SEAL-LOT-7",
  holdReason: "Quality",
  comment: "Inspected: sound",
};
export const releasedExample = { ...lotExample, revNo: 3 };

const tags = ["Material items"];

/** The verbs that put an item on hold and release it. */
export const materialItemHoldRoutes = {
  hold: writeRoute({
    operationId: "materialItemHold",
    method: "put",
    path: "/api/MaterialItem/Hold",
    roles: rolesFor.holding,
    importStage: "itemChanges",
    tags,
    summary: "Put a material item on hold",
    request: () => ({
      body: body(HoldRequest(), holdExample),
    }),
    responses: () => ({
      200: okResponse(
        HeldMaterialItem(),
        "The held item, and the units that contain it.",
        heldExample,
      ),
      ...problemsOfWrite(...holdRefusals),
    }),
  }),
  release: writeRoute({
    operationId: "materialItemRelease",
    method: "put",
    path: "/api/MaterialItem/Release",
    roles: rolesFor.releasing,
    importStage: "itemChanges",
    tags,
    summary: "Release a material item from hold",
    request: () => ({
      body: body(ReleaseRequest(), releaseExample),
    }),
    responses: () => ({
      200: okResponse(MaterialItem(), "The released item.", releasedExample),
      ...problemsOfWrite(...releaseRefusals),
    }),
  }),
};
