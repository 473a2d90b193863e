import type { PlantRequests } from "../scenario/factories.ts";
import type { Chance } from "./chance.ts";

/** The records that the callers of one round write at the same time. */
export interface Scene {
  readonly parents: readonly Item[];
  readonly children: readonly Item[];
  readonly product: { readonly ID: number; readonly Name: string };
  readonly partName: string;
}

interface Item {
  readonly id: number;
  readonly visualSerialNo: string;
}

/** A request, and the changes that it makes if it takes effect. */
export interface Order {
  readonly method: "post" | "put";
  readonly path: string;
  readonly body: object;
  /** The change of an item's actual quantity, with the item's serial. */
  readonly moves?: { readonly serial: string; readonly by: number };
  /** The serial of the item that it receives. */
  readonly receives?: string;
  /** Whether it changes the scene's product. */
  readonly changesProduct?: boolean;
}

/** The stock of each child at the start, before some is built into the first parent. */
export const stock = 100;
export const builtBefore = 4;

/** The products that all rounds on one plant share: a unit with one slot for a part. */
export interface Ground {
  readonly unitName: string;
  readonly partName: string;
}

export async function layGround(plant: PlantRequests): Promise<Ground> {
  const part = await plant.product();
  const unit = await plant.product();
  const bom = await plant.bom({ parentProductName: unit.Name });
  const candidates = [{ product: part.Name, isActive: true, qty: 1, minQty: 1, isDefault: true }];
  await plant.slot({ ParentProductName: unit.Name, bom: bom.name, candidates });
  return { unitName: unit.Name, partName: part.Name };
}

/** Makes few records for many callers, so that the callers conflict. */
export async function setScene(
  plant: PlantRequests,
  { unitName, partName }: Ground,
): Promise<Scene> {
  const receive = (productName: string, qty: number): Promise<Item> =>
    plant.receive({ productName, qty });
  const [product, ...items] = await Promise.all([
    plant.product(),
    receive(unitName, 1),
    receive(unitName, 1),
    receive(partName, stock),
    receive(partName, stock),
  ]);
  const [parents, children] = [items.slice(0, 2), items.slice(2)];
  for (const child of children) {
    await plant.done("put", "/api/Build/Build", buildBody(parents[0]!, child, builtBefore));
  }
  return { parents, children, product, partName };
}

const buildBody = (parent: Item, child: Item, builtQty: number) => ({
  parentSerialNo: parent.visualSerialNo,
  childSerialNo: child.visualSerialNo,
  builtQty,
  receiveAtPointOfConsumption: false,
});

/** Returns a request that chance picks. */
export function randomOrder(scene: Scene, chance: Chance, serial: string): Order {
  const [parent, child] = [chance.pick(scene.parents), chance.pick(scene.children)];
  const qty = 1 + chance.below(3);
  switch (chance.below(6)) {
    case 0:
      return {
        method: "post",
        path: "/api/MaterialItem/Receive",
        body: { productName: scene.partName, visualSerialNo: serial, qty },
        receives: serial,
      };
    case 1:
      return removal(parent, child, qty);
    case 2:
      return adjustment(child, chance.percent(50) ? qty : -qty);
    case 3:
      return {
        method: "put",
        path: "/api/Product/Upsert",
        // Each comment is different, so that each update that takes effect makes a revision.
        body: { ID: scene.product.ID, Description: serial },
        changesProduct: true,
      };
    default:
      return {
        method: "put",
        path: "/api/Build/Build",
        body: buildBody(parent, child, qty),
        moves: { serial: child.visualSerialNo, by: -qty },
      };
  }
}

const removal = (parent: Item, child: Item, removeQty: number): Order => ({
  method: "put",
  path: "/api/Build/Remove",
  body: {
    parentSerialNo: parent.visualSerialNo,
    childSerialNo: child.visualSerialNo,
    removeQty,
    reasonSUID: "REWORK",
  },
  moves: { serial: child.visualSerialNo, by: removeQty },
});

const adjustment = (child: Item, adjustqty: number): Order => ({
  method: "post",
  path: "/api/MaterialItem/ItemAdjust",
  body: { materialitemid: child.id, adjustqty, reasonSUID: "COUNT" },
  moves: { serial: child.visualSerialNo, by: adjustqty },
});
