import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../app/root-route.tsx";

export const outboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/outbox",
  component: lazyRouteComponent(() => import("./outbox-screen.tsx"), "OutboxScreen"),
});
