import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../app/root-route.tsx";

export const webhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/webhooks",
  component: lazyRouteComponent(() => import("./webhooks-screen.tsx"), "WebhooksScreen"),
});

export const webhookRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/webhooks/$id",
  component: lazyRouteComponent(() => import("./webhook-screen.tsx"), "WebhookScreen"),
});
