import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

export const usersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/users",
  validateSearch: texts("name", "suid"),
  component: lazyRouteComponent(() => import("./users-screen.tsx"), "UsersScreen"),
});
