import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../app/root-route.tsx";

export const workCentreGroupsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/work-centre-groups",
  component: lazyRouteComponent(
    () => import("./work-centre-groups-screen.tsx"),
    "WorkCentreGroupsScreen",
  ),
});
