import * as z from "zod";
import { record } from "./fields.ts";
import { body, okResponse, problemsOfRead } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route } from "./route.ts";
import { schema } from "./schema.ts";
import { filledSearchText } from "./search.ts";

const RecordFind = schema("RecordFind", "The beginning of a name, as people type it.", () =>
  z.strictObject({
    text: filledSearchText("a serial, order number, name or SUID"),
  }),
);

const FoundKind = schema("FoundKind", "A kind of record that Find looks for.", () =>
  z.enum(["MaterialItem", "WorksOrder", "Product", "Location", "User"]),
);

const FoundRecord = schema("FoundRecord", "A record whose name or SUID begins with a text.", () =>
  z.object({
    kind: FoundKind().meta({ description: "The kind of the record." }),
    id: record.id(),
    name: record.text().meta({
      description: "The serial of an item, the number of a works order, or the name.",
    }),
    detail: record.text().nullable().meta({
      description: "The name of the product of an item or order; the SUID of another record.",
    }),
  }),
);

/** The search among records of all kinds. */
export const recordRoutes = {
  find: route({
    operationId: "recordFind",
    method: "post",
    path: "/api/Record/Find",
    roles: rolesFor.reading,
    tags: ["Search"],
    summary: "Find items, works orders, products, locations and users by the beginning of a name",
    request: () => ({ body: body(RecordFind(), { text: "pump" }) }),
    responses: () => ({
      200: okResponse(
        z.array(FoundRecord()).max(20),
        "At most 20 records: exact matches, then the first of each kind, the second of each, and " +
          "so on.",
        [
          { kind: "Product", id: 4, name: "Pump", detail: "PUMP" },
          { kind: "MaterialItem", id: 17, name: "PUMP-0001", detail: "Pump" },
        ],
      ),
      ...problemsOfRead(),
    }),
  }),
};
