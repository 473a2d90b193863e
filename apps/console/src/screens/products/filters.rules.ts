import type { Call } from "@asbuilt/client";

/** The filters of products, as the address has them. */
export interface ProductFilters {
  readonly text?: string;
  readonly ProductType?: string;
  readonly Tracking?: string;
  readonly IsActive?: string;
  readonly order?: string;
}

type Search = NonNullable<Call<"productSearch">["body"]>;

export const trackings = ["Lot", "Serial"] as const satisfies readonly Search["Tracking"][];

export const productOrders = [
  "productName",
  "newest",
  "oldest",
  "lastChanged",
] as const satisfies readonly Search["order"][];

/** Returns the request for the filters. A value that nobody can choose is left out. */
export function productSearchOf(filters: ProductFilters): Search {
  const { text, ProductType, IsActive } = filters;
  const Tracking = trackings.find((known) => known === filters.Tracking);
  const order = productOrders.find((known) => known === filters.order);
  return {
    ...(text === undefined ? {} : { text }),
    ...(ProductType === undefined ? {} : { ProductType }),
    ...(Tracking === undefined ? {} : { Tracking }),
    ...(IsActive === "true" || IsActive === "false" ? { IsActive: IsActive === "true" } : {}),
    ...(order === undefined ? {} : { order }),
  };
}
