import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../app/root-route.tsx";

export const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/board",
  staticData: { isDisplay: true },
  component: lazyRouteComponent(() => import("./board-screen.tsx"), "BoardScreen"),
});
