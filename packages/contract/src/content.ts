import * as z from "zod";
import { record } from "./fields.ts";
import { schema } from "./schema.ts";

export const ItemOnPath = schema("ItemOnPath", "An item on the path between two items.", () =>
  z.object({ id: record.id(), visualSerialNo: record.text() }),
);

export const Content = schema("Content", "Something that is in a unit, at any level.", () =>
  z.object({
    id: record.id(),
    visualSerialNo: record.text(),
    path: z
      .array(ItemOnPath())
      .meta({ description: "The shortest path from the unit to it, with both of them." }),
  }),
);
