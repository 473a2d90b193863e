import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../app/root-route.tsx";

export const stationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/station",
  component: lazyRouteComponent(() => import("./station-screen.tsx"), "StationScreen"),
});
