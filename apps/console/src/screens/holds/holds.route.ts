import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

export const holdsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/holds",
  validateSearch: texts("text", "productName", "batchNo", "orderNo"),
  component: lazyRouteComponent(() => import("./holds-screen.tsx"), "HoldsScreen"),
});
