import { type allRoutes, catalogNames } from "@asbuilt/contract";
import type { Handler } from "hono";
import type { AppSettings, Environment, Handlers } from "../environment.ts";
import type { Feed } from "../events/feed.ts";

/** Loads the handlers of each group of routes: a group without them does not compile. */
type Loaders = {
  readonly [Group in keyof typeof allRoutes]: () => Promise<Handlers<(typeof allRoutes)[Group]>>;
};

const catalogLoaders = Object.fromEntries(
  catalogNames.map((name) => [
    name,
    async () => (await import("./catalog.ts")).catalogHandlers[name],
  ]),
  // Object.fromEntries forgets which key has which value.
) as Pick<Loaders, (typeof catalogNames)[number]>;

const loadersOf = (options: AppSettings, feed: Feed): Loaders => ({
  ...catalogLoaders,
  apiKey: async () => (await import("./api-key.ts")).apiKeyHandlers(options),
  attachment: async () => (await import("./attachment.ts")).attachmentHandlers(options),
  audit: async () => (await import("./audit.ts")).auditHandlers(options),
  bom: async () => (await import("./bom.ts")).bomHandlers,
  batchHold: async () => (await import("./batch-hold.ts")).batchHoldHandlers,
  workCentreGroup: async () => (await import("./work-centre-group.ts")).workCentreGroupHandlers,
  bomSlot: async () => (await import("./bom-slot.ts")).bomSlotHandlers,
  consumption: async () => (await import("./consumption.ts")).consumptionHandlers,
  epcis: async () => (await import("./epcis.ts")).epcisHandlers(options),
  externalRef: async () => (await import("./external-ref.ts")).externalRefHandlers,
  deviceHistory: async () => (await import("./device-history.ts")).deviceHistoryHandlers(options),
  genealogy: async () => (await import("./genealogy.ts")).genealogyHandlers,
  event: async () => (await import("./event.ts")).eventHandlers({ ...options, feed }),
  history: async () => (await import("./history.ts")).historyHandlers,
  materialItem: async () => (await import("./material-item.ts")).materialItemHandlers(options),
  pin: async () => (await import("./pin.ts")).pinHandlers,
  product: async () => (await import("./product.ts")).productHandlers,
  record: async () => (await import("./record.ts")).recordHandlers,
  scan: async () => (await import("./scan.ts")).scanHandlers,
  session: async () => (await import("./session.ts")).sessionHandlers(options),
  signature: async () => (await import("./signature.ts")).signatureHandlers(options),
  status: async () => (await import("./status.ts")).statusHandlers(options),
  summary: async () => (await import("./summary.ts")).summaryHandlers,
  webhook: async () => (await import("./webhook.ts")).webhookHandlers(options),
  worksOrder: async () => (await import("./works-order.ts")).worksOrderHandlers,
});

type AnyHandlers = Readonly<Record<string, Handler<Environment>>>;

/**
 * Returns the handler of each route, by its group and name. It loads the handlers of a group for the
 * first request of one: a Worker starts often, and a start serves one request.
 */
export function laterHandlers(options: AppSettings, feed: Feed) {
  // Loaders has proved that each route has a handler of the right type.
  const loaders = loadersOf(options, feed) as Readonly<Record<string, () => Promise<AnyHandlers>>>;
  const loading = new Map<string, Promise<AnyHandlers>>();
  const load = (group: string): Promise<AnyHandlers> => {
    const known = loading.get(group) ?? loaders[group]!();
    loading.set(group, known);
    // After a failure, the next request loads them again.
    known.catch(() => loading.delete(group));
    return known;
  };
  if (options.loadsHandlers) for (const group of Object.keys(loaders)) void load(group);
  return (group: string, name: string): Handler<Environment> => {
    let handler: Handler<Environment> | undefined;
    return (c, next) => {
      if (handler) return handler(c, next);
      return load(group).then((handlers) => (handler = handlers[name]!)(c, next));
    };
  };
}
