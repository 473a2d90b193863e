import { type Context, readRows } from "../engine/index.ts";
import { type Item, itemsById } from "./item.ts";

/** The item with this id, if there is one. Source: spec.md, GET /api/MaterialItem/Get/{id}. */
export async function getItem(context: Context, id: number): Promise<Item | undefined> {
  const [item] = await readRows(context, itemsById({ ids: JSON.stringify([id]) }));
  return item;
}
