import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { rootRoute } from "../../app/root-route.tsx";
import { resources } from "./resources.ts";

export const referenceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reference",
  beforeLoad: () => {
    throw redirect({ to: "/reference/$resource", params: { resource: "location" } });
  },
});

export const resourceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reference/$resource",
  beforeLoad: ({ params }) => {
    if (!Object.hasOwn(resources, params.resource)) throw redirect({ to: "/reference" });
  },
  component: lazyRouteComponent(() => import("./reference-screen.tsx"), "ReferenceScreen"),
});
