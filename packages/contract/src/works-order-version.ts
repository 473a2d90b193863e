import * as z from "zod";
import { addressingItem, bomVersion, readRevision, record, textBytes } from "./fields.ts";
import { body, okResponse, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { writeRoute } from "./route.ts";
import { type Infer, ruleText, schema } from "./schema.ts";
import { addressingOrder, orderFields, worksOrderExample } from "./works-order-record.ts";

/** The maximum number of units that one ChangeVersion names. */
const changedItemsMax = 1000;

const UnitOfOrder = schema("UnitOfOrder", "A unit of the works order.", () => addressingItem({}));

const WorksOrderVersionChange = schema(
  "WorksOrderVersionChange",
  "The started works order that goes to another version of its BoM, or the units of it that do.",
  () =>
    addressingOrder({
      version: bomVersion().meta({ [ruleText]: "A Released version of the order's BoM." }),
      items: z
        .array(UnitOfOrder())
        .min(1, "At least one item.")
        .max(changedItemsMax, `At most ${changedItemsMax} items.`)
        .nullish()
        .meta({
          [ruleText]:
            "The units that go to the version, none of them finished. If absent, all units of the " +
            "order that are not finished go to it, and further Starts use it.",
        }),
      revNo: readRevision(),
      comment: textBytes(2000).nullish(),
    }),
);

const MovedBuild = schema(
  "MovedBuild",
  "A build that went to a slot of another BoM version. `id` is its row in the record.",
  () =>
    z.object({
      id: record.id(),
      childSerialNo: record.text(),
      qty: record.number().meta({ description: "The quantity that is still built in, in `unit`." }),
      unit: record
        .text()
        .meta({ description: "The name of the base unit of the child's product." }),
      fromBomSlotID: record.id().meta({ description: "The id of the slot that it was in." }),
      fromSlot: record.text().meta({ description: "The description of that slot." }),
      toBomSlotID: record.id().meta({ description: "The id of the slot that it is in now." }),
      toSlot: record.text().meta({ description: "The description of that slot." }),
    }),
);

const MovedUnit = schema(
  "MovedUnit",
  "A unit that went to another BoM version, with the version that it was built by.",
  () =>
    z.object({
      id: record.id(),
      visualSerialNo: record.text(),
      fromBomVersionID: record
        .id()
        .meta({ description: "The id of the BoM version that it was built by." }),
      builds: z
        .array(MovedBuild())
        .meta({ description: "What is built into it, in the order of the builds." }),
    }),
);

const WorksOrderOfVersion = schema(
  "WorksOrderOfVersion",
  "The works order, and the units that went to the version. Units that it had already are not listed.",
  () =>
    z.object({
      ...orderFields(),
      toBomVersionID: record
        .id()
        .meta({ description: "The id of the BoM version that the units went to." }),
      items: z.array(MovedUnit()).meta({ description: "The units that went to it, by id." }),
    }),
);

export type WorksOrderOfVersionRecord = Infer<typeof WorksOrderOfVersion>;

/** The operation that gives a started works order another version of its BoM. */
export const worksOrderVersionRoutes = {
  changeVersion: writeRoute({
    operationId: "worksOrderChangeVersion",
    method: "put",
    path: "/api/WorksOrder/ChangeVersion",
    roles: rolesFor.engineering,
    importStage: "removals",
    tags: ["Works orders"],
    summary: "Give a started works order, or some of its units, another version of its BoM",
    request: () => ({
      body: body(WorksOrderVersionChange(), { orderNo: "WO-1001", version: "1.1" }),
    }),
    responses: () => ({
      200: okResponse(
        WorksOrderOfVersion(),
        "The order, the units that went to the version, and where their builds went.",
        {
          ...worksOrderExample,
          revNo: 3,
          version: "1.1",
          bomVersionID: 9,
          toBomVersionID: 9,
          items: [
            {
              id: 17,
              visualSerialNo: "PUMP-0001",
              fromBomVersionID: worksOrderExample.bomVersionID,
              builds: [
                {
                  id: 4,
                  childSerialNo: "SEAL-LOT-1",
                  qty: 1,
                  unit: "each",
                  fromBomSlotID: 1,
                  fromSlot: "Shaft seal",
                  toBomSlotID: 12,
                  toSlot: "Shaft seal",
                },
              ],
            },
          ],
        },
      ),
      ...problemsOfWrite(
        "not_found",
        "stale_revision",
        "order_status",
        "inactive",
        "bom_status",
        "item_status",
        "too_many",
        "not_in_bom",
        "over_maximum",
      ),
    }),
  }),
};
