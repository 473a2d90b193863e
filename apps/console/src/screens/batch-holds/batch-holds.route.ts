import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

export const batchHoldsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/batch-holds",
  validateSearch: texts("productName", "batchNo"),
  component: lazyRouteComponent(() => import("./batch-holds-screen.tsx"), "BatchHoldsScreen"),
});
