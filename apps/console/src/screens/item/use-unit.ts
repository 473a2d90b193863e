import { useRead } from "../../client/queries.ts";

/** Returns the unit of a product's quantities; undefined while it is read. */
export function useUnit(productID: number): string | undefined {
  const products = useRead("productList", { body: { ID: productID } });
  return products.data?.[0]?.BaseUnit ?? undefined;
}
