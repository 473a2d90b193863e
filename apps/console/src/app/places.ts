import type { OperationName } from "@asbuilt/client";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** An entry of the navigation. A person sees it who may use its operation. */
export interface Place {
  readonly path: string;
  readonly name: MessageDescriptor;
  readonly needs: OperationName;
  /** The operation that its screen needs, if more people may open it than have work there. */
  readonly opensWith?: OperationName;
}

/** The places that belong to one kind of work. */
export interface PlaceGroup {
  readonly name: MessageDescriptor;
  readonly places: readonly Place[];
}

export const placeGroups: readonly PlaceGroup[] = [
  {
    name: msg`Work`,
    places: [
      { path: "/station", name: msg`Station`, needs: "buildBuild" },
      { path: "/orders", name: msg`Orders`, needs: "worksOrderSearch" },
      { path: "/receive", name: msg`Receive`, needs: "materialItemReceive" },
      { path: "/move", name: msg`Move`, needs: "materialItemMove" },
      { path: "/adjust", name: msg`Adjust`, needs: "materialItemItemAdjust" },
      { path: "/import", name: msg`Import`, needs: "materialItemReceive" },
      { path: "/scanner", name: msg`Scanner`, needs: "scanResolve" },
    ],
  },
  {
    name: msg`Record`,
    places: [
      { path: "/items", name: msg`Items`, needs: "materialItemSearch" },
      { path: "/recall", name: msg`Recall`, needs: "genealogyRecall" },
      { path: "/holds", name: msg`Holds`, needs: "materialItemSearch" },
      { path: "/batch-holds", name: msg`Batch holds`, needs: "batchHoldList" },
      { path: "/audit", name: msg`Audit`, needs: "auditAnchor" },
    ],
  },
  {
    name: msg`Master data`,
    places: [
      { path: "/products", name: msg`Products`, needs: "productSearch" },
      { path: "/boms", name: msg`BoMs`, needs: "bomList" },
      { path: "/work-centre-groups", name: msg`Work centre groups`, needs: "workCentreGroupList" },
      { path: "/reference", name: msg`Reference data`, needs: "locationList" },
    ],
  },
  {
    name: msg`Administration`,
    places: [
      { path: "/keys", name: msg`Keys`, needs: "apiKeyList" },
      // Everyone may read who the users are. Only an administrator has work here.
      { path: "/users", name: msg`Users`, needs: "userUpsert", opensWith: "userList" },
      { path: "/webhooks", name: msg`Webhooks`, needs: "webhookList" },
    ],
  },
  {
    name: msg`Board`,
    places: [{ path: "/board", name: msg`Board`, needs: "summaryGet" }],
  },
];

/** Returns the place that a route belongs to, by the path of the route. */
export function placeOf(routePath: string): Place | undefined {
  const places = placeGroups.flatMap((group) => group.places);
  return places.find(({ path }) => routePath === path || routePath.startsWith(`${path}/`));
}
