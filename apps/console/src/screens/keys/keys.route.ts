import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

export const keysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/keys",
  validateSearch: texts("name", "user"),
  component: lazyRouteComponent(() => import("./keys-screen.tsx"), "KeysScreen"),
});
