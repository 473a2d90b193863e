import type { Listed } from "../import/list.ts";
import { bomKey, keepBom, retireBom } from "./boms.ts";
import type { Changes } from "./changes.ts";
import { keepProduct, productKey, retireProduct } from "./products.ts";
import { type Following, neededReferences, type References } from "./references.ts";

/** The types of records that can be followed. */
export type FollowedType = "product" | "bom";

/** Above this number of changed records, the whole list is read and not each record. */
const eachMax = 50;

/**
 * Makes what has changed equal to the owner's: products first, then the BoMs that name them. Records are
 * retired last, because one that is still to be made can name them. Ends early at the signal.
 */
export async function pass(
  following: Following,
  types: ReadonlySet<FollowedType>,
  changes: Changes,
  onProgress: () => void,
): Promise<void> {
  const references = neededReferences(following);
  following.report.begin();
  await references.keep(changes.isAll ? Object.keys(following.state.records) : changes.references);
  const products = types.has("product") ? await theirRecords(following, "Product", changes) : [];
  const boms = types.has("bom") ? await theirRecords(following, "Bom", changes) : [];
  await keepProducts(following, references, products, onProgress);
  for (const theirs of boms) {
    if (following.signal.aborted) return;
    const name = `Bom ${theirs["name"]} of ${theirs["parentProductName"]}`;
    const key = bomKey(theirs["id"]);
    await following.report.attempt(key, name, () => keepBom(following, references, theirs));
    onProgress();
  }
  for (const { ID, IsActive } of products) {
    if (!IsActive && !following.signal.aborted) await retireProduct(following, productKey(ID));
  }
}

/** Returns the changed records of the owner. Those that it has no more are retired here. */
async function theirRecords(
  following: Following,
  resource: "Product" | "Bom",
  changes: Changes,
): Promise<Listed[]> {
  const { owner, state } = following;
  const [idField, keyOf, retire, changed] =
    resource === "Product"
      ? (["ID", productKey, retireProduct, changes.products] as const)
      : (["id", bomKey, retireBom, changes.boms] as const);
  const isWhole = changes.isAll || changed.size > eachMax;
  const found = isWhole
    ? await owner.all(resource, {})
    : (await Promise.all([...changed].map((id) => owner.find(resource, { [idField]: id })))).filter(
        (record) => record !== undefined,
      );
  const there = new Set(found.map((record) => record[idField]));
  const asked = isWhole
    ? Object.keys(state.records).filter((key) => key.startsWith(`${resource}/`))
    : [...changed].map(keyOf);
  for (const key of asked) {
    if (there.has(Number(key.split("/")[1]))) continue;
    await retire(following, key);
    // Its name is free for another record. One that could not be retired is tried again.
    if (state.refused[key] === undefined) delete state.records[key];
  }
  return changes.isAll ? found : found.filter((record) => changed.has(record[idField]));
}

/** Keeps products. One that was refused is tried once more: it can need one that came after it. */
async function keepProducts(
  following: Following,
  references: References,
  products: readonly Listed[],
  onProgress: () => void,
): Promise<void> {
  const { report, signal } = following;
  let left = products;
  for (const isLast of [false, true]) {
    const again: Listed[] = [];
    for (const theirs of left) {
      if (signal.aborted) return;
      const key = productKey(theirs["ID"]);
      const isKept = await report.attempt(key, `Product ${theirs["Name"]}`, async () => {
        await keepProduct(following, references, theirs);
        return true;
      });
      if (!isKept && !isLast) again.push(theirs);
      onProgress();
    }
    left = again;
  }
}
