import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

/** The tour: `unit` is the serial of the pump that the person builds. */
export const tourRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/tour",
  validateSearch: texts("unit"),
  component: lazyRouteComponent(() => import("./tour-screen.tsx"), "TourScreen"),
});
