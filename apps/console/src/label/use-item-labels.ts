import { useEffect, useState } from "react";
import { useAsk } from "../client/queries.ts";
import { useSession } from "../session/session.tsx";
import type { LabelValues } from "./fill.rules.ts";
import { itemLabelValues, type LabelledItem } from "./item-label.rules.ts";

export interface ItemToLabel extends LabelledItem {
  readonly productID: number;
}

interface ItemLabels {
  readonly labels?: readonly LabelValues[];
  readonly error?: unknown;
}

/** Returns the labels of items, once the units and SUIDs of their products are read. */
export function useItemLabels(items: readonly ItemToLabel[]): ItemLabels {
  const ask = useAsk();
  const { timeZone } = useSession().who;
  const [made, setMade] = useState<ItemLabels>({});
  useEffect(() => {
    let isWanted = true;
    const read = async (): Promise<ItemLabels> => {
      const ids = [...new Set(items.map(({ productID }) => productID))];
      const found = await Promise.all(ids.map((ID) => ask("productList", { body: { ID } })));
      const products = new Map(found.flat().map((product) => [product.ID, product]));
      const labels = items.map((item) => {
        const product = products.get(item.productID);
        const unit = product?.BaseUnit ?? "";
        return itemLabelValues(item, { unit, productSUID: product?.SUID ?? null, timeZone });
      });
      return { labels };
    };
    const take = (labels: ItemLabels) => {
      if (isWanted) setMade(labels);
    };
    read().then(take, (error: unknown) => take({ error }));
    return () => {
      isWanted = false;
    };
  }, [ask, items, timeZone]);
  return made;
}
