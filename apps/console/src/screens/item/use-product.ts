import type { Answer } from "@asbuilt/client";
import { useRead } from "../../client/queries.ts";

export type Product = Answer<"productList">[number];

/** Returns the product of an item; undefined while it is read. */
export function useProduct(productID: number): Product | undefined {
  return useRead("productList", { body: { ID: productID } }).data?.[0];
}

/** Returns the unit of a product's quantities; undefined while it is read. */
export const useUnit = (productID: number): string | undefined => useProduct(productID)?.BaseUnit;
