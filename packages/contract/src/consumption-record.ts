import * as z from "zod";
import { record, sinceAdded } from "./fields.ts";
import { lotExample, MaterialItem, materialItemExample } from "./material-item-record.ts";
import { type Infer, schema } from "./schema.ts";

const Allocation = schema(
  "Allocation",
  "The part of a Build or Remove that concerns one candidate of a slot.",
  () => z.object({ bomSlotID: record.id(), candidateID: record.id(), qty: record.number() }),
);

const consumptionFields = () => ({
  id: record.id().meta({ description: "The `seq` of the parent's change in the history." }),
  parent: MaterialItem(),
  child: MaterialItem(),
  qty: record.number(),
  unit: record
    .text()
    .optional()
    .meta({
      description:
        "The name of the base unit of the child: the unit of all quantities of the child.",
      ...sinceAdded,
    }),
  allocations: z.array(Allocation()),
  at: record.time(),
  userID: record.id(),
});
export const BuildRecord = schema(
  "BuildRecord",
  "A completed Build, with both items as they are after it.",
  () =>
    z.object({
      ...consumptionFields(),
      received: z
        .boolean()
        .optional()
        .meta({
          description:
            "Whether this Build has made the child at the point of consumption. " +
            "`/api/ExternalRef/Get` leaves it out for a Remove.",
          ...sinceAdded,
        }),
    }),
);
export const RemoveRecord = schema(
  "RemoveRecord",
  "A completed Remove, with both items as they are after it.",
  () => z.object(consumptionFields()),
);

export type BuildRecord = Infer<typeof BuildRecord>;
/** The fields of a response that Build and Remove share. */
export type ConsumptionRecord = Infer<typeof RemoveRecord>;

const consumptionExample = {
  id: 412,
  parent: { ...materialItemExample, visualSerialNo: "PUMP-0001" },
  child: { ...lotExample, id: 18, revNo: 2, visualSerialNo: "SEAL-LOT-1", actualQty: 23 },
  qty: 2,
  unit: "each",
  allocations: [{ bomSlotID: 3, candidateID: 5, qty: 2 }],
  at: "2026-01-31T08:00:00.000Z",
  userID: 1,
};

export const buildRecordExample = { ...consumptionExample, received: false };

export const removeRecordExample = {
  ...consumptionExample,
  id: 430,
  child: { ...consumptionExample.child, revNo: 3, actualQty: 24 },
  qty: 1,
  allocations: [{ bomSlotID: 3, candidateID: 5, qty: 1 }],
};
