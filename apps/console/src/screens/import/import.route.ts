import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

export const importRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/import",
  validateSearch: texts("of"),
  component: lazyRouteComponent(() => import("./import-screen.tsx"), "ImportScreen"),
});
