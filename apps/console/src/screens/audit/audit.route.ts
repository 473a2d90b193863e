import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { texts } from "../../app/address.ts";
import { rootRoute } from "../../app/root-route.tsx";

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/audit",
  validateSearch: texts("tab", "entity", "id", "user", "action", "from", "to", "requestID"),
  component: lazyRouteComponent(() => import("./audit-screen.tsx"), "AuditScreen"),
});
