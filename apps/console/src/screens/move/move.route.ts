import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

export const moveRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/move",
  validateSearch: texts("location"),
  component: lazyRouteComponent(() => import("./move-screen.tsx"), "MoveScreen"),
});
