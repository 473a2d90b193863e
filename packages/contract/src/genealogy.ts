import * as z from "zod";
import {
  addressingItem,
  exclusiveEnd,
  filledBytes,
  filledChars,
  instant,
  lastInstant,
  lateRecordsNote,
  needingOne,
} from "./fields.ts";
import {
  BuiltItem,
  Completeness,
  ContainingItem,
  RecalledItem,
  RecallSummary,
} from "./genealogy-record.ts";
import { okResponse, body, pageOfRecord, pageQuery, problemsOfRead } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route } from "./route.ts";
import { schema } from "./schema.ts";

/** The deepest level that a request can name. */
const depthMax = 100;

/** The times that select a state of the record. */
export const timesOfState = () => ({
  at: lastInstant()
    .optional()
    .meta({
      description:
        "The state at this time: what had happened by then, that moment included. When something " +
        "happened is its `occurredAt`, or else the time of its recording. If absent, now.",
    }),
  knownAt: lastInstant()
    .optional()
    .meta({
      description:
        "As the record knew it at this time: changes that were recorded later do not count, " +
        `whenever they happened. If absent, now. ${lateRecordsNote}`,
    }),
});

const GenealogyRequest = schema(
  "GenealogyRequest",
  "The item whose contents or uses to list.",
  () =>
    addressingItem({
      depth: z
        .int()
        .min(1, "At least 1.")
        .max(depthMax, `At most ${depthMax}.`)
        .optional()
        .meta({ description: "The number of levels to list. If absent, all levels are listed." }),
      ...timesOfState(),
      paths: z.boolean().optional().meta({
        description:
          "Lists an item in each place where it occurs, each time with everything below it.",
      }),
    }),
);

const RecallRequest = schema(
  "RecallRequest",
  "Selects the items to recall. All filters that are sent must match. An item matches a batch, a " +
    "delivery or a serial that it has, or had before a change of it.",
  () =>
    needingOne(
      z.strictObject({
        batchNo: filledChars(50).optional(),
        productName: filledBytes(250).optional(),
        version: filledBytes(200).optional(),
        visualSerialNo: filledBytes(400).optional(),
        deliveryNo: filledBytes(250).optional(),
        from: instant()
          .optional()
          .meta({ description: "Items received or started at this time or later." }),
        to: exclusiveEnd()
          .optional()
          .meta({ description: "Items received or started before this time." }),
        includeRemoved: z.boolean().optional().meta({
          description: "Lists also the items that contained a match and contain none any more.",
        }),
      }),
      "batchNo",
      "productName",
      "version",
      "visualSerialNo",
      "deliveryNo",
    ),
);

const CompletenessRequest = schema(
  "CompletenessRequest",
  "The item to compare with its BoM version.",
  () => addressingItem(timesOfState()),
);

const builtExample = {
  id: 18,
  parentID: 17,
  level: 1,
  visualSerialNo: "SEAL-LOT-1",
  batchNo: "B-2026-01",
  productID: 5,
  productName: "Seal",
  version: "A",
  link: "build",
  bomSlotID: 3,
  slot: "Shaft seal",
  qty: 2,
  unit: "each",
  at: "2026-01-31T08:00:00.000Z",
  userID: 1,
  user: "Operator of line 3",
  userNow: "Operator of line 4",
  places: 1,
};

const { id: sealId, parentID: pumpId, ...link } = builtExample;
const containingExample = {
  id: pumpId,
  childID: sealId,
  ...link,
  visualSerialNo: "PUMP-0001",
  batchNo: null,
  productID: 4,
  productName: "Pump",
};

const recalledExample = {
  id: 17,
  level: 1,
  visualSerialNo: "PUMP-0001",
  batchNo: null,
  productID: 4,
  productName: "Pump",
  version: "A",
  statusID: 2,
  status: "Available",
  holdReason: null,
  actualQty: 1,
  unit: "each",
  isHeld: false,
  isDispatched: false,
  isInStock: true,
  origin: null,
  destination: null,
  formerly: [],
  removed: null,
  path: [
    { id: 17, visualSerialNo: "PUMP-0001" },
    { id: 18, visualSerialNo: "SEAL-LOT-1" },
  ],
};

const recallSummaryExample = {
  count: 2,
  matches: 1,
  formerMatches: 0,
  removed: 0,
  held: 0,
  dispatched: 0,
  inStock: 2,
  statuses: [{ statusID: 2, status: "Available", count: 2 }],
};

const completenessExample = {
  id: 17,
  visualSerialNo: "PUMP-0001",
  productName: "Pump",
  nominalQty: 1,
  orderNo: "WO-1001",
  bomVersionID: 3,
  isComplete: false,
  slots: [
    {
      bomSlotID: 3,
      slot: "Shaft seal",
      isRequired: true,
      isActive: true,
      required: 2,
      requiredExact: 2,
      min: 2,
      max: 2,
      missing: 1,
      over: 0,
      missingEvidence: [],
      unit: "each",
      candidates: [
        {
          candidateID: 5,
          productID: 5,
          product: "Seal",
          version: null,
          isActive: true,
          isDefault: true,
          required: 2,
          requiredExact: 2,
          min: 2,
          max: 2,
          built: 1,
          unit: "each",
        },
      ],
    },
  ],
  unfinished: [],
  unfinishedCount: 0,
  held: [
    {
      id: 18,
      visualSerialNo: "SEAL-LOT-1",
      path: [
        { id: 17, visualSerialNo: "PUMP-0001" },
        { id: 18, visualSerialNo: "SEAL-LOT-1" },
      ],
    },
  ],
  heldCount: 1,
};

const tags = ["Genealogy"];
const genealogyRequest = () => ({
  query: pageOfRecord(),
  body: body(GenealogyRequest(), { visualSerialNo: "PUMP-0001" }),
});

/** The genealogy of items, at all levels. */
export const genealogyRoutes = {
  asBuilt: route({
    operationId: "genealogyAsBuilt",
    method: "post",
    path: "/api/Genealogy/AsBuilt",
    roles: rolesFor.reading,
    tags,
    summary: "List everything that is in a material item, at all levels",
    request: genealogyRequest,
    responses: () => ({
      200: okResponse(
        z.array(BuiltItem()),
        "The contents of the item, and the items that it came from by Split and Merge. Each is " +
          "followed by its own contents, as far as they were in it when it was split or merged. " +
          "Within one item, what it came from is first, and the order is by slot, then by first " +
          "build.",
        [builtExample],
      ),
      ...problemsOfRead("not_found"),
    }),
  }),
  whereUsed: route({
    operationId: "genealogyWhereUsed",
    method: "post",
    path: "/api/Genealogy/WhereUsed",
    roles: rolesFor.reading,
    tags,
    summary: "List everything that a material item is built into, at all levels",
    request: genealogyRequest,
    responses: () => ({
      200: okResponse(
        z.array(ContainingItem()),
        "The items that contain it, and those that came from it by Split and Merge. Each is " +
          "followed by the items that contain that one or came from it.",
        [containingExample],
      ),
      ...problemsOfRead("not_found"),
    }),
  }),
  recall: route({
    operationId: "genealogyRecall",
    method: "post",
    path: "/api/Genealogy/Recall",
    roles: rolesFor.reading,
    tags,
    summary: "List the matching items, and every item that contains one at any level",
    request: () => ({
      query: pageQuery(),
      body: body(RecallRequest(), { batchNo: "B-2026-01" }),
    }),
    responses: () => ({
      200: okResponse(z.array(RecalledItem()), "The affected items, by id.", [recalledExample]),
      ...problemsOfRead(),
    }),
  }),
  recallSummary: route({
    operationId: "genealogyRecallSummary",
    method: "post",
    path: "/api/Genealogy/RecallSummary",
    roles: rolesFor.reading,
    tags,
    summary: "Count the items that Recall lists: by status, on hold, dispatched, in stock",
    request: () => ({ body: body(RecallRequest(), { batchNo: "B-2026-01" }) }),
    responses: () => ({
      200: okResponse(
        RecallSummary(),
        "The numbers of affected items, of the present state.",
        recallSummaryExample,
      ),
      ...problemsOfRead(),
    }),
  }),
  completeness: route({
    operationId: "genealogyCompleteness",
    method: "post",
    path: "/api/Genealogy/Completeness",
    roles: rolesFor.reading,
    tags,
    summary: "Compare what is built into a material item with its BoM version",
    request: () => ({ body: body(CompletenessRequest(), { visualSerialNo: "PUMP-0001" }) }),
    responses: () => ({
      200: okResponse(
        Completeness(),
        "Each slot, and the quantity built into it. For an earlier state, the item's serial and " +
          "quantity, what is built into it, and what is unfinished or on hold in it are those of " +
          "that state. Product, works order, BoM version and slots are those of now.",
        completenessExample,
      ),
      ...problemsOfRead("not_found"),
    }),
  }),
};
