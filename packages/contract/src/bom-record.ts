import * as z from "zod";
import { record } from "./fields.ts";
import { type Infer, schema } from "./schema.ts";

export const bomName = { description: "The name of the BoM, unique within its product." };

export const BomVersionStatus = schema(
  "BomVersionStatus",
  "The status of a BoM version. A works order can start only with a Released one.",
  () => z.enum(["Draft", "Released", "Obsolete"]),
);

export const BomVersion = schema(
  "BomVersion",
  "An issue of a BoM. Slots and works orders refer to it.",
  () =>
    z.object({
      id: record.id(),
      revNo: record.revision().meta({
        description:
          "The number of the version's revision. Each change of the version or its slots adds 1, " +
          "and so do the Start and the completion of an order.",
      }),
      version: record.bomVersion(),
      status: BomVersionStatus(),
    }),
);

export const Bom = schema(
  "Bom",
  "A bill of materials (BoM): the versions of the list that a product is built from.",
  () =>
    z.object({
      id: record.id(),
      revNo: record.revision(),
      name: record.text().meta(bomName),
      parentProductID: record.id(),
      parentProductName: record.text(),
      description: record.text().nullable(),
      isActive: record.flag(),
      versions: z.array(BomVersion()),
    }),
);

export type BomRecord = Infer<typeof Bom>;

export const bomExample = {
  id: 2,
  revNo: 1,
  name: "Pump",
  parentProductID: 4,
  parentProductName: "Pump",
  description: null,
  isActive: true,
  versions: [{ id: 3, revNo: 1, version: "1.0", status: "Released" }],
};
