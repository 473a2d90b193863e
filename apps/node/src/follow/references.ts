import { type Own, Refused } from "./own.ts";
import { type Owner, referenceData, type Resource } from "./owner.ts";
import type { Report } from "./report.ts";
import { changeOf, digestOf, fieldsThatDiffer, only, rowOf } from "./row.ts";
import type { State } from "./state.ts";

type Reference = (typeof referenceData)[number];

/** Everything that following needs: both plants, the state, and where to report. */
export interface Following {
  readonly owner: Owner;
  readonly own: Own;
  readonly state: State;
  readonly report: Report;
  /** The location of new products whose own one this plant does not have. */
  readonly location: string;
  readonly signal: AbortSignal;
}

/** The reference data that records need. */
export interface References {
  /** Makes the record of a name, if this plant has none. Throws Refused. */
  need(resource: Reference, name: string): Promise<void>;
  /** Makes the records equal to the owner's that were made here before. Others are the plant's own. */
  keep(keys: Iterable<string>): Promise<void>;
}

/** The fields that make a unit of measure another one. */
const meaningOfUnit = ["dimension", "factor"];

/** Returns the reference data of one pass. */
export function neededReferences({ owner, own, state, report }: Following): References {
  const known = new Set<string>();
  const create = async (resource: Reference, name: string) => {
    const theirs = await owner.find(resource, { name });
    if (!theirs) throw new Refused(`${resource} ${name}: the owner has none any more.`);
    const row = rowOf(resource, theirs);
    const { id } = await own.put(resource, { ...row, isActive: true });
    state.records[`${resource}/${theirs["id"]}`] = { id, digest: digestOf(row) };
    report.done(`${resource} ${name}`, "created");
  };
  const requireSameUnit = async (name: string, ours: object) => {
    const theirs = await owner.find("UnitOfMeasure", { name });
    const fields = theirs ? fieldsThatDiffer(only(theirs, meaningOfUnit), ours) : [];
    if (fields.length === 0) return;
    throw new Refused(`The unit ${name} is another one here, by its ${fields.join(" and ")}.`);
  };
  const keepOne = async (resource: Reference, key: string, id: number) => {
    const kept = state.records[key]!;
    const theirs = await owner.find(resource, { id });
    const ours = await own.find(resource, { id: kept.id });
    if (!ours) {
      delete state.records[key];
      return;
    }
    const name = `${resource} ${ours["name"]}`;
    await report.attempt(key, name, async () => {
      const row = theirs ? rowOf(resource, theirs) : { isActive: false };
      const fields = fieldsThatDiffer(row, ours);
      if (fields.length > 0) {
        await own.put(resource, only(row, fields), { id: kept.id, revNo: ours["revNo"] });
        report.done(name, theirs ? changeOf(kept, digestOf(row)) : "retired", fields);
      }
      kept.digest = digestOf(row);
    });
  };
  return {
    need: async (resource, name) => {
      const key = `${resource} ${name}`;
      if (known.has(key)) return;
      const ours = await own.find(resource, { name });
      if (!ours) await create(resource, name);
      else if (resource === "UnitOfMeasure") await requireSameUnit(name, ours);
      known.add(key);
    },
    keep: async (keys) => {
      for (const key of keys) {
        const [resource = "", id] = key.split("/");
        if (isReference(resource) && state.records[key]) await keepOne(resource, key, Number(id));
      }
    },
  };
}

/** Whether a resource is reference data that records need. */
export const isReference = (resource: string): resource is Reference =>
  (referenceData as readonly string[]).includes(resource);

/** The reference data that the fields of a product name. */
export const referencesOfProduct = {
  ProductType: "ProductType",
  DefaultOwnership: "OwnershipType",
  DefaultCurrency: "Currency",
  BaseUnit: "UnitOfMeasure",
  ReceiptProfile: "ReceiptProfile",
  ReceiptRecipe: "ReceiptRecipe",
} as const satisfies Readonly<Record<string, Resource>>;
