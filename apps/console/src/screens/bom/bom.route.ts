import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

/** A BoM: `version` and `against` are the ids of versions. */
export const bomRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/boms/$id",
  validateSearch: texts("version", "tab", "against"),
  component: lazyRouteComponent(() => import("./bom-screen.tsx"), "BomScreen"),
});
