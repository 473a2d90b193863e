import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

export const stationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/station",
  // The serial of the unit that the station opens.
  validateSearch: texts("unit"),
  component: lazyRouteComponent(() => import("./station-screen.tsx"), "StationScreen"),
});
