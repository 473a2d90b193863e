import type { Listed } from "../import/list.ts";
import type { Own } from "./own.ts";
import { type Following, type References, referencesOfProduct } from "./references.ts";
import { changeOf, digestOf, fieldsThatDiffer, only, type Row, rowOf, without } from "./row.ts";
import type { State } from "./state.ts";

/**
 * The fields that each plant has for itself: where it keeps a product, whether it manages the stock,
 * and its own serials, which no two plants may share.
 */
const ownFields = ["Location", "SerialRange", "InventoryManaged"];

export const productKey = (id: number): string => `Product/${id}`;

/**
 * Makes a product equal to the owner's, or creates it. It is not retired yet: a slot that is still to
 * be made can name it. Throws Refused.
 */
export async function keepProduct(
  following: Following,
  references: References,
  theirs: Listed,
): Promise<void> {
  const { own, state, report } = following;
  const key = productKey(theirs["ID"]);
  const name = `Product ${theirs["Name"]}`;
  for (const [field, resource] of Object.entries(referencesOfProduct)) {
    if (theirs[field] !== null) await references.need(resource, theirs[field]);
  }
  const kept = state.records[key];
  const ours = await productHere(own, state, key, theirs);
  const row = await rowOfProduct(own, theirs, ours);
  const digest = digestOf(without(row, ["IsActive"]));
  if (!ours) {
    const location = await locationOf(following, theirs["Location"]);
    const made = await own.put("Product", {
      ...row,
      Location: location,
      InventoryManaged: theirs["InventoryManaged"],
    });
    state.records[key] = { id: made["ID"], digest };
    return report.done(name, "created");
  }
  const fields = fieldsThatDiffer(row, ours);
  if (fields.length > 0) {
    await own.put("Product", only(row, fields), { id: ours["ID"], revNo: ours["revNo"] });
  }
  state.records[key] = { id: ours["ID"], digest };
  report.done(name, fields.length > 0 ? changeOf(kept, digest) : "unchanged", fields);
}

/** Returns the product here that is kept, or else the one of the same name that no other one is. */
async function productHere(
  own: Own,
  state: State,
  key: string,
  theirs: Listed,
): Promise<Listed | undefined> {
  const kept = state.records[key];
  const ours = kept && (await own.find("Product", { ID: kept.id }));
  if (ours) return ours;
  const named = await own.find("Product", { Name: theirs["Name"] });
  const isOther = Object.entries(state.records).some(
    ([other, { id }]) => other !== key && other.startsWith("Product/") && id === named?.["ID"],
  );
  return isOther ? undefined : named;
}

/** Returns what the owner keeps of a product. */
async function rowOfProduct(own: Own, theirs: Listed, ours: Listed | undefined): Promise<Row> {
  const row = without(rowOf("Product", theirs), ownFields);
  const source = theirs["SourceProductName"];
  // The product that it was copied from can be one that is not here.
  const isHere = source === null || (await own.find("Product", { Name: source })) !== undefined;
  return {
    ...(isHere ? row : without(row, ["SourceProductName"])),
    IsActive: theirs["IsActive"] || (ours?.["IsActive"] ?? true),
    Properties: propertiesOf(theirs, ours),
  };
}

/** Returns the properties that a product gets: those that the owner has no more have no value. */
function propertiesOf(theirs: Listed, ours: Listed | undefined): readonly Listed[] {
  const values = new Map<string, unknown>(
    (ours?.["Properties"] ?? []).map(({ Name }: Listed) => [Name, null]),
  );
  for (const { Name, Value } of theirs["Properties"]) values.set(Name, Value);
  const order = new Map(
    (ours?.["Properties"] ?? []).map(({ Name }: Listed, at: number) => [Name, at]),
  );
  const placeOf = (name: string) => order.get(name) ?? order.size;
  return [...values]
    .map(([Name, Value]) => ({ Name, Value }))
    .toSorted((left, right) => Number(placeOf(left.Name)) - Number(placeOf(right.Name)));
}

async function locationOf({ own, location }: Following, name: string): Promise<string> {
  return (await own.find("Location", { name })) ? name : location;
}

/** Retires a product that the owner has retired or deleted. */
export async function retireProduct({ own, state, report }: Following, key: string): Promise<void> {
  const kept = state.records[key];
  const ours = kept && (await own.find("Product", { ID: kept.id }));
  if (!ours?.["IsActive"]) return;
  const { ID: id, revNo, Name } = ours;
  await report.attempt(key, `Product ${Name}`, async () => {
    await own.put("Product", { IsActive: false }, { id, revNo });
    report.done(`Product ${Name}`, "retired");
  });
}
