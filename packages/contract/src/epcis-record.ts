import * as z from "zod";
import { record } from "./fields.ts";
import { schema, type Infer } from "./schema.ts";

/** The business steps of CBV 2.0 that events can have. */
const bizSteps = [
  "assembling",
  "commissioning",
  "creating_class_instance",
  "cycle_counting",
  "destroying",
  "holding",
  "installing",
  "receiving",
  "removing",
  "repackaging",
  "shipping",
  "storing",
] as const;

const dispositions = [
  "active",
  "available",
  "destroyed",
  "disposed",
  "in_transit",
  "non_sellable_other",
  "returned",
  "unknown",
] as const;

/** The actions of an event. */
const epcisActions = ["ADD", "OBSERVE", "DELETE"] as const;

const uri = () => record.text().meta({ format: "uri" });
const Place = schema("EpcisPlace", "A location.", () =>
  z.object({ id: uri().meta({ description: "The URI of the location." }) }),
);
export const BizStep = schema("EpcisBizStep", "A business step of CBV 2.0.", () =>
  z.enum(bizSteps),
);
export const EpcisAction = schema(
  "EpcisAction",
  "The effect of an event: ADD begins, OBSERVE keeps and DELETE ends the existence or " +
    "association of its objects.",
  () => z.enum(epcisActions),
);
const EpcisDisposition = schema(
  "EpcisDisposition",
  "The state of objects, as a disposition of CBV 2.0.",
  () => z.enum(dispositions),
);

const QuantityElement = schema(
  "EpcisQuantityElement",
  "A quantity of a lot. Without `quantity` it means an unknown amount.",
  () =>
    z.object({
      epcClass: uri(),
      quantity: record
        .number()
        .optional()
        .meta({ description: "The quantity. Absent if its unit has no UN/ECE Rec 20 code." }),
      uom: record.text().optional().meta({
        description: "The UN/ECE Rec 20 code of its unit. Absent if the quantity counts pieces.",
      }),
    }),
);

const BizTransaction = schema(
  "EpcisBizTransaction",
  "A works order or a delivery that an event belongs to.",
  () =>
    z.object({
      type: z
        .enum(["prodorder", "desadv"])
        .meta({ description: "`prodorder` is a works order, and `desadv` a delivery." }),
      bizTransaction: uri(),
    }),
);

const Source = schema("EpcisSource", "The plant that material comes from.", () =>
  z.object({
    type: z.literal("location").meta({ description: "The source is a location: a plant." }),
    source: uri().meta({ description: "The URI of the plant." }),
  }),
);
const Destination = schema("EpcisDestination", "The plant that material goes to.", () =>
  z.object({
    type: z.literal("location").meta({ description: "The destination is a location: a plant." }),
    destination: uri().meta({ description: "The URI of the plant." }),
  }),
);

const ErrorDeclaration = schema(
  "EpcisErrorDeclaration",
  "The declaration that the earlier event with this `eventID` is wrong.",
  () =>
    z.object({
      declarationTime: record.time(),
      reason: z.enum(["did_not_occur", "incorrect_data"]),
      correctiveEventIDs: z.array(uri()).optional(),
    }),
);

const eventFields = () => ({
  eventID: uri(),
  eventTime: record.time(),
  eventTimeZoneOffset: z.literal("+00:00"),
  recordTime: record.time(),
  bizStep: BizStep().optional(),
  disposition: EpcisDisposition().optional(),
  readPoint: Place().optional(),
  bizLocation: Place().optional(),
  bizTransactionList: z.array(BizTransaction()).optional(),
  sourceList: z.array(Source()).optional().meta({
    description: "Of a receipt: the plant of its `origin`. Absent without one.",
  }),
  destinationList: z.array(Destination()).optional().meta({
    description: "Of a dispatch: the plant of its `destination`. Absent without one.",
  }),
  errorDeclaration: ErrorDeclaration()
    .optional()
    .meta({ description: "Declares that the earlier event with this eventID is wrong." }),
});

const PersistentDisposition = schema(
  "EpcisPersistentDisposition",
  "Dispositions that last beyond the event, such as that of a hold.",
  () =>
    z.object({
      set: z.array(EpcisDisposition()).optional(),
      unset: z.array(EpcisDisposition()).optional(),
    }),
);

const MasterData = schema(
  "EpcisMasterData",
  "Master data of the item that the event creates.",
  () =>
    z.object({
      "cbvmda:descriptionShort": record.text(),
      "cbvmda:lotNumber": record.text().optional(),
      "cbvmda:itemExpirationDate": record.text().optional(),
    }),
);

const ObjectEvent = schema(
  "EpcisObjectEvent",
  "An event of one item or of a quantity, such as its receipt.",
  () =>
    z.object({
      type: z.literal("ObjectEvent"),
      ...eventFields(),
      action: EpcisAction(),
      epcList: z.array(uri()).optional(),
      quantityList: z.array(QuantityElement()).optional(),
      persistentDisposition: PersistentDisposition().optional(),
      ilmd: MasterData().optional(),
    }),
);

const AssociationEvent = schema(
  "EpcisAssociationEvent",
  "A Build of a single thing into a single thing, or its removal.",
  () =>
    z.object({
      type: z.literal("AssociationEvent"),
      ...eventFields(),
      action: z.enum(["ADD", "DELETE"]),
      parentID: uri().meta({ description: "The URI of the parent item." }),
      childEPCs: z.array(uri()).optional(),
      childQuantityList: z.array(QuantityElement()).optional(),
    }),
);

const TransformationEvent = schema(
  "EpcisTransformationEvent",
  "A Build in which the child, the parent or both are quantities: the child becomes part of the " +
    "output. Or a Split or Merge: the quantity goes from one item to the other.",
  () =>
    z.object({
      type: z.literal("TransformationEvent"),
      ...eventFields(),
      transformationID: uri().meta({
        description: "The same for all material that goes into one item.",
      }),
      inputEPCList: z.array(uri()).optional(),
      inputQuantityList: z.array(QuantityElement()).optional(),
      outputEPCList: z.array(uri()).optional(),
      outputQuantityList: z.array(QuantityElement()).optional(),
    }),
);

const EpcisEvent = schema("EpcisEvent", "An event of EPCIS 2.0.", () =>
  z.discriminatedUnion("type", [ObjectEvent(), AssociationEvent(), TransformationEvent()]),
);
/** An event of EPCIS 2.0. Source: GS1, EPCIS 2.0 and CBV 2.0. */
export type EpcisEventRecord = Infer<typeof EpcisEvent>;
export type EpcisQuantityRecord = Infer<typeof QuantityElement>;

/** The definitions of a document's terms: those of EPCIS, and those of ILMD master data. */
const jsonLdContext = () =>
  z
    .tuple([
      z.literal("https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld"),
      z.object({ cbvmda: z.literal("urn:epcglobal:cbv:mda:") }),
    ])
    .meta({ type: "array", items: {} });

const EpcisBody = schema("EpcisBody", "The body of an EPCIS document.", () =>
  z.object({ eventList: z.array(EpcisEvent()) }),
);

export const EpcisDocument = schema("EpcisDocument", "An EPCIS 2.0 document in JSON-LD.", () =>
  z.object({
    "@context": jsonLdContext(),
    type: z.literal("EPCISDocument").meta({ description: "The type of the document." }),
    schemaVersion: z.literal("2.0"),
    creationDate: record.time(),
    epcisBody: EpcisBody(),
  }),
);
export type EpcisDocumentRecord = Infer<typeof EpcisDocument>;
