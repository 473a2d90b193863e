import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

export const productsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/products",
  validateSearch: texts("text", "ProductType", "Tracking", "IsActive", "order"),
  component: lazyRouteComponent(() => import("./products-screen.tsx"), "ProductsScreen"),
});
