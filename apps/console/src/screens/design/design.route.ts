import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../app/root-route.tsx";

export const designRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/design",
  component: lazyRouteComponent(() => import("./design-screen.tsx"), "DesignScreen"),
});
