import type { CloudEvent } from "./owner.ts";
import { isReference } from "./references.ts";
import type { State } from "./state.ts";

/** The owner's records that are to be made equal here. */
export interface Changes {
  /** Whether all are. */
  readonly isAll: boolean;
  readonly products: ReadonlySet<number>;
  readonly boms: ReadonlySet<number>;
  /** Reference data, such as `UnitOfMeasure/5`. */
  readonly references: ReadonlySet<string>;
}

export const all: Changes = {
  isAll: true,
  products: new Set(),
  boms: new Set(),
  references: new Set(),
};

export const isNothing = ({ isAll, products, boms, references }: Changes): boolean =>
  !isAll && products.size + boms.size + references.size === 0;

/** The parts of a BoM, whose changes are changes of their versions too. */
const bomParts: ReadonlySet<string> = new Set(["BomSlot", "SlotCandidate"]);

/**
 * Returns the owner's records that events of the owner, and of this plant, are about. Refused
 * records are tried again with them.
 */
export function changesIn(
  state: State,
  theirs: readonly CloudEvent[],
  ours: readonly CloudEvent[],
): Changes {
  const sets = {
    Product: new Set<number>(),
    Bom: new Set<number>(),
    references: new Set<string>(),
  };
  const isPart = (event: CloudEvent) => bomParts.has(event.data.entity);
  const add = (key: string) => {
    const [resource = "", id] = key.split("/");
    if (resource === "Product" || resource === "Bom") sets[resource].add(Number(id));
    else if (isReference(resource)) sets.references.add(key);
  };
  const bomOfVersion = bomsByVersion(state);
  for (const event of theirs) {
    if (isPart(event)) continue;
    const { entity, id } = event.data;
    if (entity !== "BomVersion") add(event.subject);
    else {
      const bom = bomOfVersion.theirs.get(id) ?? event.data.after?.["bomID"];
      // A version of a BoM that was never seen: which one it is takes a look at all.
      if (typeof bom === "number") sets.Bom.add(bom);
      else return all;
    }
  }
  const keyHere = keysHere(state);
  for (const event of ours) {
    if (isPart(event)) continue;
    const { entity, id } = event.data;
    const key =
      entity === "BomVersion" ? bomOfVersion.ours.get(id) : keyHere.get(`${entity}/${id}`);
    if (key !== undefined) add(key);
  }
  const isAny = theirs.length + ours.length > 0;
  // A part of a BoM is named after it.
  for (const key of isAny ? Object.keys(state.refused) : []) add(key.split(" ")[0]!);
  return { isAll: false, products: sets.Product, boms: sets.Bom, references: sets.references };
}

/** The BoMs of versions: by the owner's id of one, and by the id here. */
function bomsByVersion(state: State) {
  const theirs = new Map<number, number>();
  const ours = new Map<number, string>();
  for (const [key, { parts = {} }] of Object.entries(state.records)) {
    for (const [part, { id }] of Object.entries(parts)) {
      const [entity, theirId] = part.split("/");
      if (entity !== "BomVersion") continue;
      theirs.set(Number(theirId), Number(key.split("/")[1]));
      ours.set(id, key);
    }
  }
  return { theirs, ours };
}

/** The owner's names of records, by the names here. */
const keysHere = (state: State): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(state.records).map(([key, { id }]) => [`${key.split("/")[0]}/${id}`, key]),
  );
