import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

export const itemsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/items",
  validateSearch: texts("visualSerialNo", "productName", "batchNo", "orderNo"),
  component: lazyRouteComponent(() => import("./items-screen.tsx"), "ItemsScreen"),
});
