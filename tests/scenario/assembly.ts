import type { Answer } from "../plants/requests.ts";
import type { PlantRequests } from "./factories.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Given {
  /** Fields of the one candidate. By default, exactly one is built into each unit of parent. */
  readonly candidate?: Fields;
  readonly slot?: Fields;
  /** The fields of further slots. */
  readonly otherSlots?: readonly Fields[];
  /** Fields of the part's product. */
  readonly part?: Fields;
  /** The stock of the part. */
  readonly stock?: number;
  /** Whether the parent is an item of a started works order. Otherwise it was received. */
  readonly ordered?: boolean;
}

/** Makes a parent with one slot for a part, and an item of that part. Returns verbs on them. */
export async function assembly(plant: PlantRequests, given: Given = {}) {
  const part = await plant.product(given.part);
  const unit = await plant.product();
  const bom = await plant.bom({ parentProductName: unit.Name });
  const slot = await plant.slot({
    ParentProductName: unit.Name,
    bom: bom.name,
    candidates: [
      {
        product: part.Name,
        isActive: true,
        qty: 1,
        minQty: 1,
        isDefault: true,
        ...given.candidate,
      },
    ],
    ...given.slot,
  });
  for (const other of given.otherSlots ?? []) {
    await plant.slot({ ParentProductName: unit.Name, bom: bom.name, ...other });
  }
  const { visualSerialNo: child, id: childId } = await plant.receive({
    productName: part.Name,
    qty: given.stock ?? 10,
  });
  const { parent, order } =
    given.ordered === false
      ? { parent: await received(plant, unit.Name), order: undefined }
      : await started(plant, unit.Name, bom.name);
  const { id: candidateId } = slot.candidates[0];
  return {
    part,
    unit,
    bom,
    slot,
    candidateId,
    child,
    childId,
    parent,
    order,
    ...consumption(plant, parent, child),
    candidate: (fields: Fields): Promise<Answer> =>
      plant.put("/api/BomSlot/UpsertCandidates", {
        bomSlotID: slot.id,
        candidates: [{ id: candidateId, ...fields }],
      }),
    /** Adds an alternate of the part. */
    alternate: (product: string): Promise<unknown> =>
      plant.done("put", "/api/BomSlot/UpsertCandidates", {
        bomSlotID: slot.id,
        candidates: [{ product, isActive: true, qty: 1, minQty: 1, isDefault: false }],
      }),
    complete: (fields: Fields = {}) =>
      plant.put("/api/WorksOrder/Complete", { id: order?.id, ...fields }),
    cancel: () => plant.put("/api/WorksOrder/Cancel", { id: order?.id }),
  };
}

/** Returns the body of a build from stock. It is also a line of a bulk request. */
export const buildOf = (parentSerialNo: string, childSerialNo: string, builtQty = 1) => ({
  parentSerialNo,
  childSerialNo,
  builtQty,
  receiveAtPointOfConsumption: false,
});

/** Returns verbs on a parent and a child. Each returns the service's response. */
export const consumption = (
  plant: PlantRequests,
  parentSerialNo: string,
  childSerialNo: string,
) => ({
  build: (fields: Fields = {}): Promise<Answer> =>
    plant.put("/api/Build/Build", { ...buildOf(parentSerialNo, childSerialNo), ...fields }),
  remove: (fields: Fields = {}): Promise<Answer> =>
    plant.put("/api/Build/Remove", {
      parentSerialNo,
      childSerialNo,
      removeQty: 1,
      reasonSUID: "REWORK",
      ...fields,
    }),
});

async function received(plant: PlantRequests, productName: string): Promise<string> {
  const { visualSerialNo } = await plant.receive({ productName, qty: 1 });
  return visualSerialNo;
}

async function started(plant: PlantRequests, productName: string, bom: string) {
  const order = await plant.worksOrder({ productName, bom });
  const parent = plant.unique("Unit");
  const items = [{ visualSerialNo: parent, qty: 1 }];
  await plant.done("put", "/api/WorksOrder/Start", { id: order.id, items });
  return { parent, order };
}

/** Returns the item with this serial as it is now. */
export async function itemNamed(
  plant: PlantRequests,
  visualSerialNo: string,
): Promise<Answer["body"]> {
  const { body } = await plant.post("/api/MaterialItem/List", { visualSerialNo });
  return body[0];
}
