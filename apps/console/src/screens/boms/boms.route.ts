import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

export const bomsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/boms",
  validateSearch: texts("parentProductName", "name", "isActive"),
  component: lazyRouteComponent(() => import("./boms-screen.tsx"), "BomsScreen"),
});
