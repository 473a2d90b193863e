import { apiKeyRoutes } from "./api-key.ts";
import { attachmentRoutes } from "./attachment.ts";
import { auditRoutes } from "./audit.ts";
import { batchHoldRoutes } from "./batch-hold.ts";
import { bomSlotRoutes } from "./bom-slot.ts";
import { workCentreGroupRoutes } from "./work-centre-group.ts";
import { bomRoutes } from "./bom.ts";
import { catalogRoutes } from "./catalog.ts";
import { consumptionRoutes } from "./consumption.ts";
import { epcisRoutes } from "./epcis.ts";
import { externalRefRoutes } from "./external-ref.ts";
import { deviceHistoryRoutes } from "./device-history.ts";
import { genealogyRoutes } from "./genealogy.ts";
import { eventRoutes } from "./event.ts";
import { historyRoutes } from "./history.ts";
import { materialItemRoutes } from "./material-item.ts";
import { pinRoutes } from "./pin.ts";
import { productRoutes } from "./product.ts";
import { recordRoutes } from "./record.ts";
import { scanRoutes } from "./scan.ts";
import { sessionRoutes } from "./session.ts";
import { signatureRoutes } from "./signature.ts";
import { statusRoutes } from "./status.ts";
import { summaryRoutes } from "./summary.ts";
import { webhookRoutes } from "./webhook.ts";
import { worksOrderRoutes } from "./works-order.ts";

/** Every route of the interface, by group. */
export const allRoutes = {
  ...catalogRoutes,
  apiKey: apiKeyRoutes,
  attachment: attachmentRoutes,
  audit: auditRoutes,
  batchHold: batchHoldRoutes,
  bom: bomRoutes,
  workCentreGroup: workCentreGroupRoutes,
  bomSlot: bomSlotRoutes,
  consumption: consumptionRoutes,
  deviceHistory: deviceHistoryRoutes,
  epcis: epcisRoutes,
  externalRef: externalRefRoutes,
  genealogy: genealogyRoutes,
  event: eventRoutes,
  history: historyRoutes,
  materialItem: materialItemRoutes,
  pin: pinRoutes,
  product: productRoutes,
  record: recordRoutes,
  scan: scanRoutes,
  session: sessionRoutes,
  signature: signatureRoutes,
  status: statusRoutes,
  summary: summaryRoutes,
  webhook: webhookRoutes,
  worksOrder: worksOrderRoutes,
};

type Groups = typeof allRoutes;
type AnyRoute = { [Name in keyof Groups]: Groups[Name][keyof Groups[Name]] }[keyof Groups];

/** Every operation of the interface. */
export const operations: readonly AnyRoute[] = Object.values(allRoutes).flatMap((group) =>
  Object.values<AnyRoute>(group),
);

/** Returns the JSON body of an operation; undefined if it takes none, or a file. */
export function jsonBodyOf({ request }: AnyRoute) {
  if (!("body" in request)) return undefined;
  const { content } = request.body;
  return "application/json" in content ? content["application/json"] : undefined;
}
