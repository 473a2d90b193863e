import type { Answer } from "@asbuilt/tests/requests";
import type { Chance } from "@asbuilt/tests/chance";
import type { PlantRequests } from "@asbuilt/tests/factories";

/** A record as the change log names it: its entity, its id and its new revision. */
export type Change = `${string} ${number} ${number}`;

/** A write, and the rows that must exist after its commit. */
export interface Operation {
  /** Its X-Request-Id, which the change log stores. */
  readonly name: string;
  readonly idempotencyKey?: string;
  readonly method: "POST" | "PUT";
  readonly path: string;
  readonly body: object;
  /** The rows that it adds to the change log. */
  readonly changes: number;
  /** The item that it moves, and the quantities in units. */
  readonly moves?: Moves;
  /** Returns the changes that its response names. */
  changesOf(answer: Answer["body"]): Change[];
}

/** The quantities that an operation adds to an item's stock and its totals. */
export interface Moves {
  readonly serial: string;
  readonly actual: number;
  readonly built?: number;
  readonly removed?: number;
  readonly adjusted?: number;
}

/** The records that the operations use, made once per database. */
export interface Scene {
  readonly lots: readonly { readonly id: number; readonly visualSerialNo: string }[];
  readonly parents: readonly string[];
  readonly part: { readonly ID: number; readonly Name: string };
  readonly frame: { readonly product: string; readonly bom: string };
}

const stock = 1_000_000;
/** The quantity of each lot that is first built into each parent, for the removals. */
const builtAtFirst = 1000;

/** Makes the scene. Returns it with the stock and the built quantity of each lot. */
export async function makeScene(plant: PlantRequests) {
  const part = await plant.product();
  const { Name: unit } = await plant.product();
  const { name: bom } = await plant.bom({ parentProductName: unit });
  const candidates = [{ product: part.Name, isActive: true, isDefault: true, qty: 1, minQty: 1 }];
  await plant.slot({ ParentProductName: unit, bom, candidates });
  const { Name: frame } = await plant.product();
  const { name: frameBom } = await plant.bom({ parentProductName: frame });
  const lots: Scene["lots"][number][] = [];
  const parents: string[] = [];
  for (let i = 0; i < 4; i++) {
    lots.push(await plant.receive({ productName: part.Name, qty: stock }));
    parents.push((await plant.receive({ productName: unit, qty: 1 })).visualSerialNo);
  }
  for (const parentSerialNo of parents) {
    for (const { visualSerialNo: childSerialNo } of lots) {
      const built = { builtQty: builtAtFirst, receiveAtPointOfConsumption: false };
      await plant.done("put", "/api/Build/Build", { parentSerialNo, childSerialNo, ...built });
    }
  }
  const scene: Scene = { lots, parents, part, frame: { product: frame, bom: frameBom } };
  const built = builtAtFirst * parents.length;
  const atFirst = lots.map(({ visualSerialNo: serial }): Moves => ({
    serial,
    actual: stock - built,
    built,
  }));
  return { scene, atFirst };
}

type OperationMaker = (scene: Scene, chance: Chance, name: string) => Omit<Operation, "name">;

const itemChanges = (body: Answer["body"]): Change[] => [`MaterialItem ${body.id} ${body.revNo}`];
const bothItems = ({ parent, child }: Answer["body"]): Change[] =>
  [parent, child].flatMap(itemChanges);

const receiveOperation: OperationMaker = ({ part }, chance, name) => {
  const qty = 1 + chance.below(100);
  return {
    method: "POST",
    path: "/api/MaterialItem/Receive",
    body: { productName: part.Name, visualSerialNo: name, qty },
    changes: 1,
    moves: { serial: name, actual: qty },
    changesOf: itemChanges,
  };
};

const adjustOperation: OperationMaker = ({ lots }, chance, name) => {
  const { id: materialitemid, visualSerialNo: serial } = chance.pick(lots);
  const adjustqty = (1 + chance.below(5)) * chance.pick([1, -1]);
  return {
    method: "POST",
    path: "/api/MaterialItem/ItemAdjust",
    body: { materialitemid, adjustqty, reasonSUID: "COUNT", comments: name },
    changes: 1,
    moves: { serial, actual: adjustqty, adjusted: adjustqty },
    changesOf: itemChanges,
  };
};

const buildOperation: OperationMaker = ({ lots, parents }, chance) => {
  const { visualSerialNo: childSerialNo } = chance.pick(lots);
  const builtQty = 1 + chance.below(3);
  const parentSerialNo = chance.pick(parents);
  return {
    method: "PUT",
    path: "/api/Build/Build",
    body: { parentSerialNo, childSerialNo, builtQty, receiveAtPointOfConsumption: false },
    changes: 2,
    moves: { serial: childSerialNo, actual: -builtQty, built: builtQty },
    changesOf: bothItems,
  };
};

const buildNewOperation: OperationMaker = ({ parents, part }, chance, name) => {
  const builtQty = 1 + chance.below(3);
  const received = { receiveAtPointOfConsumption: true, itemDetails: { productName: part.Name } };
  const parentSerialNo = chance.pick(parents);
  return {
    method: "PUT",
    path: "/api/Build/Build",
    body: { parentSerialNo, childSerialNo: name, builtQty, ...received },
    changes: 2,
    moves: { serial: name, actual: 0, built: builtQty },
    changesOf: bothItems,
  };
};

const removeOperation: OperationMaker = ({ lots, parents }, chance) => {
  const { visualSerialNo: childSerialNo } = chance.pick(lots);
  const removeQty = 1 + chance.below(2);
  const parentSerialNo = chance.pick(parents);
  return {
    method: "PUT",
    path: "/api/Build/Remove",
    body: { parentSerialNo, childSerialNo, removeQty, reasonSUID: "REWORK" },
    changes: 2,
    moves: { serial: childSerialNo, actual: removeQty, removed: removeQty },
    changesOf: bothItems,
  };
};

const describeProductOperation: OperationMaker = ({ part }, _chance, name) => ({
  method: "PUT",
  path: "/api/Product/Upsert",
  body: { ID: part.ID, Description: name },
  changes: 1,
  changesOf: () => [],
});

/** Makes a new slot with its candidates: one request that makes several records. */
const addSlotOperation: OperationMaker = ({ frame, part }, _chance, name) => ({
  method: "PUT",
  path: "/api/BomSlot/Upsert",
  body: {
    ParentProductName: frame.product,
    bom: frame.bom,
    version: "1.0",
    description: name,
    buildSlotType: "Assembly",
    isActive: true,
    isRequired: false,
    edhrBomRequired: 0,
    edhrBuildRequired: 0,
    candidates: [true, false].map((isDefault) => ({
      product: isDefault ? part.Name : frame.product,
      isActive: true,
      isDefault,
      qty: 1,
      minQty: 1,
    })),
  },
  // The slot, the version that it changes, and each candidate.
  changes: 4,
  changesOf: ({ id, candidates }) => [
    `BomSlot ${id} 1`,
    ...candidates.map((candidate: { id: number }): Change => `SlotCandidate ${candidate.id} 1`),
  ],
});

// An operation that occurs more often here is picked more often.
const operationMakers = [
  receiveOperation,
  adjustOperation,
  adjustOperation,
  buildOperation,
  buildOperation,
  buildOperation,
  buildNewOperation,
  removeOperation,
  removeOperation,
  describeProductOperation,
  addSlotOperation,
];

/** Makes a random write on the scene. Half of the writes have an Idempotency-Key. */
export function anyOperation(scene: Scene, chance: Chance, name: string): Operation {
  const made = chance.pick(operationMakers)(scene, chance, name);
  return { name, ...(chance.percent(50) ? { idempotencyKey: `key-${name}` } : {}), ...made };
}
