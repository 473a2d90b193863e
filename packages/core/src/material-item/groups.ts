import { inArray } from "drizzle-orm";
import {
  location,
  materialItem,
  materialStatus,
  product,
  worksOrder,
} from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";

/** The fields that group counted items. */
export type ItemGroup = "product" | "status" | "location" | "order";

/** The column of each, and the names of its values: those that the filters take. */
export const itemGroups = () => ({
  product: { by: materialItem.productId, names: productNames },
  status: { by: materialItem.statusId, names: statusNames },
  location: { by: materialItem.locationId, names: locationSuids },
  order: { by: materialItem.worksOrderId, names: orderNumbers },
});

const productNames = statement(() =>
  query
    .select({ id: product.id, name: product.name })
    .from(product)
    .where(inArray(product.id, each("ids"))),
);

const statusNames = statement(() =>
  query
    .select({ id: materialStatus.id, name: materialStatus.name })
    .from(materialStatus)
    .where(inArray(materialStatus.id, each("ids"))),
);

const locationSuids = statement(() =>
  query
    .select({ id: location.id, name: location.suid })
    .from(location)
    .where(inArray(location.id, each("ids"))),
);

const orderNumbers = statement(() =>
  query
    .select({ id: worksOrder.id, name: worksOrder.orderNo })
    .from(worksOrder)
    .where(inArray(worksOrder.id, each("ids"))),
);
