import type { Answer } from "../plants/requests.ts";
import type { PlantRequests } from "./factories.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Makes a product whose items can be built into each other, in two slots without limits. */
export async function nest(plant: PlantRequests) {
  const product = await plant.product();
  const bom = await plant.bom({ parentProductName: product.Name });
  const slots: Answer["body"][] = [];
  for (const description of ["Front", "Back"]) {
    const candidate = { product: product.Name, isActive: true, isDefault: true, qty: 1, minQty: 0 };
    const of = { ParentProductName: product.Name, bom: bom.name, description };
    slots.push(await plant.slot({ ...of, candidates: [candidate] }));
  }
  const [front, back]: number[] = slots.map(({ id }) => id);
  const buildOf = (parent: Answer["body"], child: Answer["body"], fields: Fields) => ({
    parentSerialNo: parent.visualSerialNo,
    childSerialNo: child.visualSerialNo,
    builtQty: 1,
    receiveAtPointOfConsumption: false,
    bomSlotID: front,
    ...fields,
  });
  return {
    product: product.Name as string,
    bom: bom.name as string,
    front: front!,
    back: back!,
    receive: (fields: Fields = {}): Promise<Answer["body"]> =>
      plant.receive({ productName: product.Name, qty: 10, ...fields }),
    build: (parent: Answer["body"], child: Answer["body"], fields: Fields = {}): Promise<Answer> =>
      plant.put("/api/Build/Build", buildOf(parent, child, fields)),
    /** Builds, and fails if that is refused. */
    built: (parent: Answer["body"], child: Answer["body"], fields: Fields = {}) =>
      plant.done("put", "/api/Build/Build", buildOf(parent, child, fields)),
    remove: (parent: Answer["body"], child: Answer["body"], removeQty = 1): Promise<Answer> =>
      plant.put("/api/Build/Remove", {
        parentSerialNo: parent.visualSerialNo,
        childSerialNo: child.visualSerialNo,
        removeQty,
        reasonSUID: "REWORK",
      }),
  };
}

/** Returns the path and query of the next page, from a list's `Link`. */
export const nextOf = ({ headers }: Answer): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];

/** Reads a list page by page, to its end. */
export async function pagesOf(
  plant: PlantRequests,
  path: string,
  body: object,
  limit: number,
): Promise<Answer["body"][][]> {
  const pages = [];
  let next: string | undefined = `${path}?limit=${limit}`;
  while (next !== undefined) {
    const answer: Answer = await plant.post(next, body);
    pages.push(answer.body);
    next = nextOf(answer);
  }
  return pages;
}
