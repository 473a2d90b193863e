import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

export const adjustRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/adjust",
  validateSearch: texts("location"),
  component: lazyRouteComponent(() => import("./adjust-screen.tsx"), "AdjustScreen"),
});
