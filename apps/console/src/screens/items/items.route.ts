import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

const filtersOf = texts(
  "text",
  "productName",
  "statusID",
  "location",
  "isHeld",
  "isInStock",
  "expiresBefore",
  "batchNo",
  "orderNo",
  "order",
);

/** The filters and the order of the list, as the address has them. */
export type ItemFilters = ReturnType<typeof filtersOf>;

export const itemsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/items",
  validateSearch: filtersOf,
  component: lazyRouteComponent(() => import("./items-screen.tsx"), "ItemsScreen"),
});
