import { Quantity } from "../../ui/values.tsx";
import { useUnit } from "./use-product.ts";

interface ItemQuantityProps {
  readonly item: { readonly productID: number };
  readonly quantity: number;
}

/** A quantity of an item, in the unit of its product. */
export const ItemQuantity = ({ item, quantity }: ItemQuantityProps) => (
  <Quantity value={quantity} unit={useUnit(item.productID)} />
);
