import { createRouter } from "@tanstack/react-router";
import { outboxRoute } from "../outbox/outbox.route.ts";
import { scannerRoute } from "../scan/scanner.route.ts";
import { adjustRoute } from "../screens/adjust/adjust.route.ts";
import { auditRoute } from "../screens/audit/audit.route.ts";
import { boardRoute } from "../screens/board/board.route.ts";
import { bomRoute } from "../screens/bom/bom.route.ts";
import { bomsRoute } from "../screens/boms/boms.route.ts";
import { designRoute } from "../screens/design/design.route.ts";
import { batchHoldsRoute } from "../screens/batch-holds/batch-holds.route.ts";
import { holdsRoute } from "../screens/holds/holds.route.ts";
import { homeRoute } from "../screens/home/home.route.ts";
import { importRoute } from "../screens/import/import.route.ts";
import { itemRoute, itemReportRoute } from "../screens/item/item.route.ts";
import { itemsRoute } from "../screens/items/items.route.ts";
import { keysRoute } from "../screens/keys/keys.route.ts";
import { moveRoute } from "../screens/move/move.route.ts";
import { orderRoute } from "../screens/order/order.route.ts";
import { ordersRoute } from "../screens/orders/orders.route.ts";
import { productRoute } from "../screens/product/product.route.ts";
import { productsRoute } from "../screens/products/products.route.ts";
import { recallRoute } from "../screens/recall/recall.route.ts";
import { receiveRoute } from "../screens/receive/receive.route.ts";
import { referenceRoute, resourceRoute } from "../screens/reference/reference.route.ts";
import { stationRoute } from "../screens/station/station.route.ts";
import { tourRoute } from "../screens/tour/tour.route.ts";
import { usersRoute } from "../screens/users/users.route.ts";
import { webhooksRoute, webhookRoute } from "../screens/webhooks/webhooks.route.ts";
import { workCentreGroupsRoute } from "../screens/work-centre-groups/work-centre-groups.route.ts";
import { RouteError } from "./errors.tsx";
import { rootRoute } from "./root-route.tsx";

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    adjustRoute,
    auditRoute,
    boardRoute,
    bomRoute,
    bomsRoute,
    designRoute,
    holdsRoute,
    batchHoldsRoute,
    homeRoute,
    importRoute,
    itemReportRoute,
    itemRoute,
    itemsRoute,
    keysRoute,
    moveRoute,
    orderRoute,
    ordersRoute,
    outboxRoute,
    productRoute,
    productsRoute,
    recallRoute,
    receiveRoute,
    referenceRoute,
    resourceRoute,
    scannerRoute,
    stationRoute,
    tourRoute,
    usersRoute,
    webhookRoute,
    webhooksRoute,
    workCentreGroupsRoute,
  ]),
  basepath: "/console",
  defaultPreload: "intent",
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
