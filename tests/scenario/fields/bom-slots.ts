import type { Plant } from "../../plants/plant.ts";

export type Fields = Readonly<Record<string, unknown>>;

export interface Field {
  readonly key: string;
  readonly required: boolean;
  /** The maximum number of bytes of a text. */
  readonly bytes?: number;
  /** Creates the record that the field names, with this name. */
  readonly make?: (name: string) => Promise<unknown>;
  /** Values outside of the field's type or range. */
  readonly wrong: readonly unknown[];
}

export const notText = [1, true, {}, ["x"]];
export const notFlag = [1, "true", {}];
export const notAmount = ["1", -1, -0.000001, 0.1234567, 1_000_000_000, true];

/** Returns the names of the fields that are required. */
export const required = (fields: readonly Field[]) =>
  fields.filter((field) => field.required).map(({ key }) => key);
/** Returns the fields that have a maximum number of bytes. */
export const limited = (fields: readonly Field[]) =>
  fields.filter(({ bytes }) => bytes !== undefined);

/** Makes a BoM for slots, and returns it with the ways to send a slot, its candidates and properties. */
export async function bomSlotsOf(plant: Plant) {
  const makeProperty = (name: string) =>
    plant.done("put", "/api/PropertyDefinition/Upsert", { name });
  const { Name: parent } = await plant.product();
  const { name: bom } = await plant.bom({ parentProductName: parent });
  const { Name: seal } = await plant.product();
  const { name: property } = await makeProperty(plant.unique("Torque"));
  return {
    parent: parent as string,
    bom: bom as string,
    property: property as string,
    makeProperty,
    slotBody: (): Record<string, unknown> => ({
      ParentProductName: parent,
      bom,
      version: "1.0",
      description: plant.unique("Slot"),
      buildSlotType: "Assembly",
      isActive: true,
      isRequired: false,
      edhrBomRequired: 0,
      edhrBuildRequired: 1.5,
    }),
    candidateBody: (): Record<string, unknown> => ({
      product: seal,
      isActive: true,
      qty: 2,
      minQty: 1,
      isDefault: true,
    }),
    upsert: (body: Fields) => plant.put("/api/BomSlot/Upsert", body),
    upsertCandidates: (bomSlotID: number, ...candidates: readonly Fields[]) =>
      plant.put("/api/BomSlot/UpsertCandidates", { bomSlotID, candidates }),
    upsertProperties: (bomSlotID: number, ...properties: readonly Fields[]) =>
      plant.put("/api/BomSlot/UpsertProperties", { bomSlotID, properties }),
    slotWith: (fields: Fields = {}) => plant.slot({ ParentProductName: parent, bom, ...fields }),
  };
}
