import * as z from "zod";
import { record, textChars } from "./fields.ts";
import { trackings, trackingText } from "./product-record.ts";
import { body, okResponse, problemsOfRead } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route } from "./route.ts";
import { type Infer, ruleText, schema } from "./schema.ts";

/** No barcode that people use holds more. */
const codeCharsMax = 4000;

/** A character that names can have: scanners send control characters and white space besides. */
const visible = /[^\p{Cc}\p{Cf}\p{Z}\s]/u;

const ScanRequest = schema("ScanRequest", "A scanned code.", () =>
  z.strictObject({
    code: textChars(codeCharsMax)
      .refine((code) => visible.test(code), { error: "Must have a visible character." })
      .meta({
        minLength: 1,
        description:
          "The code as the scanner sends it: with its AIM identifier, such as `]d2`, if the " +
          "scanner sends one, and with group separators (U+001D).",
      }),
  }),
);

const Gs1Element = schema("Gs1Element", "An element of a GS1 code.", () =>
  z.object({
    ai: record.text().meta({ description: "The application identifier, such as `21`." }),
    title: record.text().meta({ description: "The data title that GS1 gives it: `SERIAL`." }),
    value: record.text().meta({ description: "The value, as it is in the code." }),
    date: record
      .text()
      .nullable()
      .meta({
        description:
          "The day that the value means: `YYYY-MM-DD`. A day 00 is the last day of the month. Null " +
          "if it means none.",
        example: "2026-01-31",
      }),
    fault: record.text().nullable().meta({
      description: "The rule of GS1 that the value breaks, in words. Null if it breaks none.",
    }),
  }),
);

const ScanKind = schema("ScanKind", "The kind of record that a scanned code can mean.", () =>
  z.enum([
    "MaterialItem",
    "WorksOrder",
    "Location",
    "Product",
    "User",
    "WorkCentre",
    "MaterialReason",
  ]),
);

const ScanField = schema("ScanField", "The field of a record that a scanned code matches.", () =>
  z.enum(["visualSerialNo", "uniqueID", "batchNo", "orderNo", "suid", "recordName", "gtin"]),
);

const Tracking = schema("Tracking", trackingText.description, () => z.enum(trackings));

const ofItems = (field: string) => ({ description: `${field} Null unless it is an item.` });

const ScanMatch = schema(
  "ScanMatch",
  "A record that a scanned code can mean. Fields that its kind does not have are null.",
  () =>
    z.object({
      kind: ScanKind().meta({ description: "The kind of the record." }),
      id: record.id(),
      name: record.text().meta({
        description: "The serial of an item, the number of an order, or else the name.",
      }),
      suid: record.text().nullable().meta({ description: "The SUID of the record." }),
      matchedBy: ScanField().meta({ description: "The field that the code matches." }),
      isFromGs1: record.flag().meta({
        description: "True if the value of a GS1 element matches, false if the whole code does.",
      }),
      isActive: record
        .flag()
        .meta({ description: "False if the record is retired. Items and orders never are." }),
      productID: record.id().nullable().meta({
        description: "The id of the product: of an item, of an order, or the product itself.",
      }),
      productName: record.text().nullable().meta({ description: "The name of that product." }),
      tracking: Tracking().nullable().meta({ description: "How the items of it are tracked." }),
      status: record.text().nullable().meta({ description: "The status of an item or order." }),
      orderNo: record.text().nullable().meta({
        description: "The number of the works order: of an item, or the order itself.",
      }),
      actualQty: record.number().nullable().meta(ofItems("The quantity that is there now.")),
      unit: record.text().nullable().meta(ofItems("The name of the unit of `actualQty`.")),
      batchNo: record.text().nullable().meta(ofItems("The number of its batch.")),
      expiryDate: record.time().nullable(),
      holdReason: record.text().nullable(),
      location: record.text().nullable().meta(ofItems("The SUID of its location.")),
    }),
);
export type ScanMatchRecord = Infer<typeof ScanMatch>;

const Scan = schema("Scan", "A scanned code, as it was understood.", () =>
  z.object({
    code: record.text().meta({
      description: "The code without AIM identifier, control characters and space around it.",
    }),
    symbologyID: record.text().nullable().meta({
      description: "The AIM identifier of the symbology. Null if the code has none.",
      example: "]d2",
    }),
    isGs1: record.flag().meta({
      description:
        "True if it is a GS1 element string. An AIM identifier says whether it is. A code without " +
        "one is if it has a group separator or begins with an identifier in parentheses, or if " +
        "it is a complete element string with a correct GTIN or SSCC.",
    }),
    fault: record.text().nullable().meta({
      description: "Why its GS1 elements can't be read or used, in words. Null if they can.",
    }),
    elements: z.array(Gs1Element()).meta({
      description: "The elements of a GS1 code, in its order. Empty for any other code.",
    }),
    matches: z.array(ScanMatch()).meta({
      description: "All records that the code can mean. Empty if there are none.",
      [ruleText]:
        "The order is: items by the whole code; items by the GS1 serial (21), or if none has it " +
        "by the batch (10); orders; locations; products; users; work centres; material reasons.",
    }),
    hasMore: record.flag().meta({
      description: "True if the batch has more items than the newest ones that are listed.",
    }),
  }),
);
export type ScanRecord = Infer<typeof Scan>;

const scanExample = {
  code: "0109521234543213211234510L-7",
  symbologyID: "]d2",
  isGs1: true,
  fault: null,
  elements: [
    { ai: "01", title: "GTIN", value: "09521234543213", date: null, fault: null },
    { ai: "21", title: "SERIAL", value: "12345", date: null, fault: null },
    { ai: "10", title: "BATCH/LOT", value: "L-7", date: null, fault: null },
  ],
  matches: [
    {
      kind: "MaterialItem",
      id: 17,
      name: "12345",
      suid: null,
      matchedBy: "visualSerialNo",
      isFromGs1: true,
      isActive: true,
      productID: 4,
      productName: "Pump",
      tracking: "Serial",
      status: "WIP",
      orderNo: "WO-1001",
      actualQty: 1,
      unit: "each",
      batchNo: "L-7",
      expiryDate: null,
      holdReason: null,
      location: "MAIN",
    },
  ],
  hasMore: false,
};

export const scanRoutes = {
  resolve: route({
    operationId: "scanResolve",
    method: "post",
    path: "/api/Scan/Resolve",
    roles: rolesFor.reading,
    tags: ["Screens"],
    summary: "Say which records a scanned code can mean",
    request: () => ({
      body: body(ScanRequest(), { code: "]d201095212345432132112345\u001d10L-7" }),
    }),
    responses: () => ({
      200: okResponse(Scan(), "The code, and all records that it can mean.", scanExample),
      ...problemsOfRead(),
    }),
  }),
};
