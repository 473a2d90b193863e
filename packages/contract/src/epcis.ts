import * as z from "zod";
import { BizStep, EpcisAction, EpcisDocument } from "./epcis-record.ts";
import { exclusiveEnd, filledBytes, instant, orderNo } from "./fields.ts";
import { okResponse, body, pageOfDocument, problemsOfRead } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route } from "./route.ts";
import { schema } from "./schema.ts";

const EventType = schema("EpcisEventType", "A type of EPCIS event.", () =>
  z.enum(["ObjectEvent", "AssociationEvent", "TransformationEvent"]),
);

const EpcisRequest = schema(
  "EpcisRequest",
  "Selects events. All fields that are sent must match.",
  () =>
    z.strictObject({
      from: instant()
        .optional()
        .meta({ description: "Events that happened at this time or later." }),
      to: exclusiveEnd().optional().meta({ description: "Events that happened before this time." }),
      eventType: EventType().optional(),
      action: EpcisAction().optional().meta({ description: "Events with this action." }),
      bizStep: BizStep().optional().meta({ description: "Events with this business step." }),
      orderNo: orderNo().optional().meta({
        description:
          "Events of this works order's items, and of the items that are built into them.",
      }),
      visualSerialNo: filledBytes(400).optional().meta({
        description: "Events of this item, including builds into it and of it. Not case sensitive.",
      }),
    }),
);

const documentExample = {
  "@context": [
    "https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld",
    { cbvmda: "urn:epcglobal:cbv:mda:" },
  ],
  type: "EPCISDocument",
  schemaVersion: "2.0",
  creationDate: "2026-01-31T09:00:00.000Z",
  epcisBody: {
    eventList: [
      {
        type: "AssociationEvent",
        eventID: "urn:uuid:0190c2f0-7d3a-8cc3-98b2-2f6a4f000008",
        eventTime: "2026-01-31T08:00:00.000Z",
        eventTimeZoneOffset: "+00:00",
        recordTime: "2026-01-31T08:00:00.000Z",
        action: "ADD",
        bizStep: "assembling",
        parentID: "https://id.gs1.org/01/09521234543213/21/PUMP-0001",
        childEPCs: ["urn:asbuilt:plant/item/MOTOR-17"],
        readPoint: { id: "urn:asbuilt:plant/location/MAIN" },
        bizLocation: { id: "urn:asbuilt:plant/location/MAIN" },
        bizTransactionList: [
          { type: "prodorder", bizTransaction: "urn:asbuilt:plant/order/WO-2026-001" },
        ],
      },
    ],
  },
};

/** The history of material in the form that trading partners exchange. */
export const epcisRoutes = {
  query: route({
    operationId: "epcisQuery",
    method: "post",
    path: "/api/Epcis/Query",
    roles: rolesFor.reading,
    tags: ["EPCIS"],
    summary: "Get the history of material as an EPCIS 2.0 document",
    request: () => ({
      query: pageOfDocument(),
      body: body(EpcisRequest(), { orderNo: "WO-2026-001", bizStep: "assembling" }),
    }),
    responses: () => ({
      200: okResponse(
        EpcisDocument(),
        "The events in JSON-LD, in the order in which they were recorded. The limit counts " +
          "changes. A change can yield several matching events, or none.",
        documentExample,
      ),
      ...problemsOfRead(),
    }),
  }),
};
