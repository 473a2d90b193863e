import type { PlantRequests } from "./factories.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The versions of a BoM that slots are made in. */
export const versions = [
  { version: "1.0", status: "Released" },
  { version: "1.1", status: "Draft" },
];

/** A candidate of a product. */
export const candidateOf = (product: string, fields: Fields = {}): Fields => ({
  product,
  isActive: true,
  qty: 2,
  minQty: 1,
  isDefault: false,
  ...fields,
});

/** Makes slots with all their parts in a plant. */
export function slotMaker(plant: PlantRequests) {
  /** A product with a BoM of versions 1.0 and 1.1. */
  async function assembly() {
    const product = await plant.product();
    const bom = await plant.bom({ parentProductName: product.Name, versions });
    return { product, bom, ParentProductName: product.Name as string, bomName: bom.name as string };
  }

  /** Makes the definition of a property, and returns its name. */
  const property = async (): Promise<string> =>
    (await plant.done("put", "/api/PropertyDefinition/Upsert", { name: plant.unique("Torque") }))
      .name;

  /** Makes a slot with a candidate and a property, of its own assembly. */
  async function wholeSlot(fields: Fields = {}) {
    const { ParentProductName, bomName: bom, product, bom: record } = await assembly();
    const seal = await plant.product();
    const name = await property();
    const slot = await plant.slot({
      ParentProductName,
      bom,
      candidates: [candidateOf(seal.Name, { isDefault: true })],
      Properties: [{ property: name, value: "4 Nm" }],
      ...fields,
    });
    return { slot, seal, property: name, product, bom: record };
  }

  async function startOrder(slot: { ParentProductName: string; bom: string }) {
    const order = await plant.worksOrder({ productName: slot.ParentProductName, bom: slot.bom });
    await plant.done("put", "/api/WorksOrder/Start", { orderNo: order.orderNo });
    return order.orderNo as string;
  }

  return { assembly, property, wholeSlot, startOrder };
}
