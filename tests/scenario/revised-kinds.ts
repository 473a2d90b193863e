import type { Answer, Plant } from "../plants/plant.ts";
import { resources } from "./catalog-resources.ts";

export type Fields = Readonly<Record<string, unknown>>;
type Body = Answer["body"];

/** A resource with an Upsert and a Delete, the id of its records, and a field that can change. */
export interface Kind {
  readonly resource: string;
  readonly id: "id" | "ID";
  readonly make: () => Promise<Body>;
  readonly change: (text: string) => Fields;
}

const description = (text: string) => ({ description: text });
/** Returns those kinds, of a plant. */
export const kindsOf = (plant: Plant): readonly Kind[] => [
  {
    resource: "Product",
    id: "ID",
    make: () => plant.product(),
    change: (text) => ({ Description: text }),
  },
  {
    resource: "Bom",
    id: "id",
    make: async () => plant.bom({ parentProductName: (await plant.product()).Name }),
    change: description,
  },
  {
    resource: "BomSlot",
    id: "id",
    make: async () => {
      const { Name } = await plant.product();
      const bom = await plant.bom({ parentProductName: Name });
      return plant.slot({ ParentProductName: Name, bom: bom.name });
    },
    change: description,
  },
  {
    resource: "WorksOrder",
    id: "id",
    make: async () => {
      const { Name } = await plant.product();
      const bom = await plant.bom({ parentProductName: Name });
      return plant.worksOrder({ productName: Name, bom: bom.name });
    },
    change: description,
  },
  {
    resource: "WorkCentreGroup",
    id: "ID",
    make: () => plant.done("put", "/api/WorkCentreGroup/Upsert", { Name: plant.unique("G") }),
    change: (text) => ({ Name: `${text} ${plant.unique("G")}` }),
  },
  {
    resource: "Webhook",
    id: "id",
    make: async () => {
      const { id } = await plant.done("put", "/api/Webhook/Upsert", {
        url: "https://erp.example/hook",
        types: ["asbuilt.user.*"],
      });
      return (await plant.post("/api/Webhook/List", { id })).body[0];
    },
    change: description,
  },
  ...resources.map(([resource]): Kind => ({
    resource,
    id: "id",
    make: () => plant.done("put", `/api/${resource}/Upsert`, { suid: plant.unique("S") }),
    change: description,
  })),
];

export const path = (resource: string, operation: string) => `/api/${resource}/${operation}`;

/** Returns a record as it is listed. */
export async function listedOf(plant: Plant, { resource, id }: Kind, record: Body): Promise<Body> {
  const filter = { [resource === "BomSlot" ? "Id" : id]: record[id] };
  return (await plant.post(path(resource, "List"), filter)).body[0];
}
