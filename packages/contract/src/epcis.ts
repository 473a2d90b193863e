import * as z from "zod";
import { bizSteps, EpcisDocument, epcisActions } from "./epcis-record.ts";
import { filled, instant, textBytes } from "./fields.ts";
import { okResponse, body, pageQuery, problemsOfRead } from "./responses.ts";
import { route } from "./route.ts";
import { schema } from "./schema.ts";

const EpcisRequest = schema("EpcisRequest", () =>
  z.strictObject({
    from: instant().optional().meta({ description: "Happened at this time or later." }),
    to: instant().optional().meta({ description: "Happened before this time." }),
    eventType: z.enum(["ObjectEvent", "AssociationEvent", "TransformationEvent"]).optional(),
    action: z.enum(epcisActions).optional(),
    bizStep: z.enum(bizSteps).optional(),
    orderNo: filled(textBytes(250)).optional().meta({
      description: "Of the items of this works order, and of what is built into them.",
    }),
    visualSerialNo: filled(textBytes(400)).optional().meta({
      description: "Of this item, whatever is built into it or it into. Not case sensitive.",
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

/** What happened, as trading partners exchange it. */
export const epcisRoutes = {
  query: route({
    operationId: "epcisQuery",
    method: "post",
    path: "/api/Epcis/Query",
    role: "viewer",
    tags: ["EPCIS"],
    summary: "Tell what happened to material as an EPCIS 2.0 document",
    request: () => ({
      query: pageQuery(),
      body: body(EpcisRequest(), { orderNo: "WO-2026-001", bizStep: "assembling" }),
    }),
    responses: () => ({
      200: okResponse(
        EpcisDocument(),
        "The events in the order in which they were recorded, in JSON-LD. A page is of so many " +
          "changes, each of which tells one event or several, or none that is asked for.",
        documentExample,
      ),
      ...problemsOfRead(),
    }),
  }),
};
