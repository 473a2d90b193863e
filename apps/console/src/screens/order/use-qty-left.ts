import { useRead } from "../../client/queries.ts";
import { qtyLeftOf } from "./order-actions.rules.ts";
import type { Order } from "./order.ts";

/** A plant can rename these statuses. */
const replacedSuids: ReadonlySet<string | null> = new Set(["scrapped", "voided"]);

/** Returns the quantity of an order that is left to start; undefined while it is not known. */
export function useQtyLeft(order: Order): number | undefined {
  const completeness = useRead("worksOrderCompleteness", { body: { id: order.id } });
  const statuses = useRead("materialStatusList", { body: {}, query: { limit: 1000 } });
  if (!completeness.data || !statuses.data) return undefined;
  const replaced = statuses.data.filter(({ suid }) =>
    replacedSuids.has(suid?.toLowerCase() ?? null),
  );
  return qtyLeftOf(
    order,
    completeness.data,
    replaced.map(({ name }) => name),
  );
}
