import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Logged } from "../database/executor.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import {
  type Assertion,
  type Change,
  create,
  differences,
  relyOn,
  type RowsOf,
  storedFields,
  update,
  verb,
} from "../engine/index.ts";
import {
  checkPlace,
  type PlaceNamed,
  type PlaceRequest,
  pointerOfLevel,
  versionName,
  wantedNames,
} from "../bom/place.ts";
import {
  bom,
  bomVersion,
  materialItem,
  product,
  unitOfMeasure,
  worksOrder,
} from "../database/schema/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { noFaults, refuseContradictions, refuseMissing } from "../rules/id-and-name.ts";
import { foldedNames, namedFields, requireActive, requireNamed } from "../rules/named.ts";
import { type MeasuredProduct, requireDecimalPlaces } from "../rules/limits.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import { formatQuantity } from "../values/decimal.ts";
import {
  ofOrders,
  type Order,
  ordersAddressed,
  requireCurrentOrder,
  startedQtyOfOrders,
} from "./order.ts";

/**
 * A works order to update, if it has an id: absent fields stay as they are. Otherwise one to
 * create; then only `description` can be absent. The quantity is in millionths.
 */
export interface UpsertWorksOrderInput {
  readonly id?: number | undefined;
  /** The revision that was read; without it, the order is updated as it is. */
  readonly revNo?: number | undefined;
  readonly orderNo?: string | undefined;
  readonly description?: string | null | undefined;
  readonly productName?: string | undefined;
  /** The name of a BoM of the product. */
  readonly bom?: string | undefined;
  readonly version?: { readonly major: number; readonly minor: number } | undefined;
  /** The ids of the product, the BoM and the version. An absent id changes nothing. */
  readonly productID?: number | undefined;
  readonly bomID?: number | undefined;
  readonly bomVersionID?: number | undefined;
  readonly qty?: number | undefined;
}

/** Selects a column of the BoMs with the ids `bomIds`, and of those of the versions `versionIds`. */
const ofSentBoms = (column: "id" | "parent_product_id") => sql`(
  select ${sql.raw(column)} from bom where id in ${each("bomIds")}
  or id in (select bom_id from bom_version where id in ${each("versionIds")}))`;

const productsOfInputs = statement(() =>
  query
    .select({
      ...namedFields(product),
      nameKey: product.nameKey,
      inventoryDecimalPlaces: product.inventoryDecimalPlaces,
      unit: unitOfMeasure.name,
    })
    .from(product)
    .innerJoin(unitOfMeasure, eq(unitOfMeasure.id, product.baseUnitId))
    .where(
      or(
        inArray(product.nameKey, each("products")),
        inArray(product.id, each("productIds")),
        inArray(product.id, ofOrders(worksOrder.productId)),
        inArray(product.id, ofSentBoms("parent_product_id")),
      ),
    ),
);

/** Finds versions of BoMs by name, of the named products or of the products of the orders. */
const versionsOfInputs = statement(() =>
  query
    .select({
      bomVersionId: bomVersion.id,
      bomVersionRevNo: bomVersion.revNo,
      bomStatus: bomVersion.status,
      major: bomVersion.major,
      minor: bomVersion.minor,
      bomId: bom.id,
      bomRevNo: bom.revNo,
      bom: bom.name,
      bomNameKey: bom.nameKey,
      bomIsActive: bom.isActive,
      productId: bom.parentProductId,
    })
    .from(bom)
    .leftJoin(bomVersion, eq(bomVersion.bomId, bom.id))
    .where(
      or(
        inArray(bom.id, ofSentBoms("id")),
        and(
          or(
            inArray(
              bom.parentProductId,
              sql`(select id from product where name_key in ${each("products")})`,
            ),
            inArray(bom.parentProductId, each("productIds")),
            inArray(bom.parentProductId, ofOrders(worksOrder.productId)),
          ),
          or(
            inArray(bom.nameKey, each("boms")),
            inArray(
              bom.nameKey,
              sql`(select own.name_key from bom_version as pinned join bom as own
              on own.id = pinned.bom_id where pinned.id in ${ofOrders(worksOrder.bomVersionId)})`,
            ),
          ),
        ),
      ),
    ),
);

const ordersWithItems = statement(() =>
  query
    .select({ id: materialItem.worksOrderId })
    .from(materialItem)
    .where(inArray(materialItem.worksOrderId, each("ids")))
    .groupBy(materialItem.worksOrderId),
);

function load(inputs: readonly UpsertWorksOrderInput[]) {
  const ids = JSON.stringify(inputs.flatMap(({ id }) => id ?? []));
  const orderNos = foldedNames(inputs.map(({ orderNo }) => orderNo));
  const idsOf = (field: "productID" | "bomID" | "bomVersionID") =>
    JSON.stringify(inputs.flatMap((input) => input[field] ?? []));
  const named = {
    ids,
    orderNos: "[]",
    products: foldedNames(inputs.map(({ productName }) => productName)),
    productIds: idsOf("productID"),
    bomIds: idsOf("bomID"),
    versionIds: idsOf("bomVersionID"),
  };
  const resized = inputs.flatMap(({ id, qty }) => (qty === undefined ? [] : (id ?? [])));
  return {
    orders: ordersAddressed({ ids, orderNos }),
    joined: ordersWithItems({ ids }),
    started:
      resized.length > 0
        ? startedQtyOfOrders({ ids: JSON.stringify(resized), orderNos: "[]" })
        : undefined,
    products: productsOfInputs(named),
    versions: versionsOfInputs({ ...named, boms: foldedNames(inputs.map((input) => input.bom)) }),
  };
}
type Facts = RowsOf<ReturnType<typeof load>>;

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly stored: Order | null;
  readonly next: Order;
}

/**
 * Decides an upsert. Refuses `not_found` and `stale_revision` of the order, `not_found`,
 * `details_contradict`, `order_status`, `fixed`, `inactive`, `duplicate`, `decimal_places` and
 * `quantity_range`.
 */
function decide(facts: Facts, input: UpsertWorksOrderInput): Decision {
  const { id, revNo } = input;
  const stored = id === undefined ? null : requireCurrentOrder(facts.orders, { id, revNo });
  const { of, version, pointers } = requirePlaceOfOrder(facts, input, stored);
  const orderNo = input.orderNo ?? stored!.orderNo;
  const next: Order = {
    ...(stored ?? blankOrder),
    revNo: (stored?.revNo ?? 0) + 1,
    orderNo,
    orderNoKey: foldCase(orderNo),
    description:
      input.description === undefined ? (stored?.description ?? null) : input.description,
    productId: of.id,
    productName: of.name,
    inventoryDecimalPlaces: of.inventoryDecimalPlaces,
    ...version,
    qty: input.qty ?? stored!.qty,
  };
  if (stored && stored.status !== "Created") requireChangeable(stored, next);
  if (stored && stored.productId !== of.id) requireNoItems(facts, stored, pointers.product);
  if (stored?.productId !== of.id) {
    requireActive(of, `The product ${of.name}`, pointers.product);
  }
  if (stored?.bomId !== version.bomId) {
    requireActive({ isActive: version.bomIsActive }, `The BoM ${version.bom}`, pointers.bom);
  }
  if (facts.orders.some((other) => other.id !== next.id && other.orderNoKey === next.orderNoKey)) {
    throw new Refusal("duplicate", `A works order with the number ${orderNo} exists.`, {
      errors: [{ pointer: "/orderNo", detail: "A works order with this number exists." }],
    });
  }
  if (stored?.qty !== next.qty || stored.productId !== of.id) {
    requireDecimalPlaces(next.qty, of, "/qty");
  }
  if (stored?.status === "Started" && stored.qty !== next.qty) requireStartedFits(facts, next, of);
  const own = { id: version.bomId, revNo: version.bomRevNo };
  return { asserts: [relyOn("Product", of), relyOn("Bom", own)], stored, next };
}

/** Refuses (`fixed`) another product if items have joined the order: they are of its product. */
function requireNoItems(
  { joined }: Facts,
  { id, orderNo, productName }: Order,
  pointer: string,
): void {
  if (!joined.some((order) => order.id === id)) return;
  const detail = `Works order ${orderNo} has items of ${productName}, so its product can't change.`;
  throw refusalAt("fixed", pointer, detail);
}

/** The initial fields of a new order. */
const blankOrder = {
  id: 0,
  status: "Created",
  startAt: null,
  endAt: null,
  firstVersionId: null,
} as const;

/** The fields of the place of an order in a body, by level. */
const fieldsOfPlace = {
  ids: { product: "productID", bom: "bomID", version: "bomVersionID" },
  names: { product: "productName", bom: "bom", version: "version" },
} as const;

const isSameName = (left: string, right: string) => foldCase(left) === foldCase(right);

/**
 * Finds the product of the order, and the version among those of its BoMs. Refuses `not_found`, and
 * ids and names that contradict each other (`details_contradict`).
 */
function requirePlaceOfOrder(facts: Facts, input: UpsertWorksOrderInput, stored: Order | null) {
  const { productID, productName, bomID, bom: bomName, bomVersionID, version: number } = input;
  const request: PlaceRequest = {
    stored: stored
      ? {
          ids: { product: stored.productId, bom: stored.bomId, version: stored.bomVersionId },
          names: { product: stored.productName, bom: stored.bom, version: versionName(stored) },
        }
      : undefined,
    sent: {
      ids: { product: productID, bom: bomID, version: bomVersionID },
      names: { product: productName, bom: bomName, version: versionName(number) },
    },
    isSameName,
    fields: fieldsOfPlace,
  };
  const faults = noFaults();
  const places = facts.products.flatMap(({ id, name }) => {
    const ofProduct = facts.versions.filter(({ productId }) => productId === id);
    return [
      placeOf({ id, name }, undefined),
      ...ofProduct.map((version) => placeOf({ id, name }, version)),
    ];
  });
  const wanted = wantedNames(request, places, faults);
  refuseMissing(faults);
  const pointers = {
    product: pointerOfLevel(request, "product"),
    bom: pointerOfLevel(request, "bom"),
    version: pointerOfLevel(request, "version"),
  };
  // The contract requires the names of a creation.
  const of = requireNamed(facts.products, wanted.product!, "product", pointers.product);
  const version = requireVersionOfOrder(facts, wanted, of.id, pointers);
  checkPlace(request, placeOf(of, version), faults);
  refuseContradictions(faults);
  return { of, version, pointers };
}

const placeOf = (
  of: { readonly id: number; readonly name: string },
  version: Omit<Facts["versions"][number], "productId" | "bomNameKey"> | undefined,
): PlaceNamed => ({
  ids: { product: of.id, bom: version?.bomId, version: version?.bomVersionId },
  names: { product: of.name, bom: version?.bom, version: versionName(version) },
});

/** Finds the BoM version of the order among those of its product; refuses (`not_found`). */
function requireVersionOfOrder(
  { versions }: Facts,
  wanted: ReturnType<typeof wantedNames>,
  of: number,
  pointers: { readonly bom: string; readonly version: string },
) {
  // The contract requires both names of a creation.
  const name = wanted.bom!;
  const key = foldCase(name);
  const named = versions.filter(
    ({ productId, bomNameKey }) => productId === of && bomNameKey === key,
  );
  if (named.length === 0) {
    throw refusalAt("not_found", pointers.bom, `The product has no BoM named ${name}.`);
  }
  const found = named.find((version) => versionName(version) === wanted.version);
  if (!found) {
    const detail = `The BoM ${name} has no version ${wanted.version}.`;
    throw refusalAt("not_found", pointers.version, detail);
  }
  const { productId: _productId, bomNameKey: _bomNameKey, ...version } = found;
  // The join leaves these null only for a BoM without versions, and then none is found.
  return version as { [Field in keyof typeof version]: NonNullable<(typeof version)[Field]> };
}

/**
 * Refuses (`order_status`) to change more than the description of an order that was started, or
 * than its description and quantity while it is Started.
 */
function requireChangeable(stored: Order, next: Order): void {
  const isStarted = stored.status === "Started";
  const fields = isStarted ? ["description", "qty"] : ["description"];
  const changed = Object.keys(differences("WorksOrder", stored, next));
  if (changed.every((field) => fields.includes(field))) return;
  throw new Refusal(
    "order_status",
    `Works order ${stored.orderNo} is ${stored.status}: ` +
      `only its description${isStarted ? " and its quantity" : ""} can change.`,
  );
}

/** Refuses (`quantity_range`) a quantity below what the order has started. */
function requireStartedFits(
  { started }: Facts,
  { id, orderNo, qty }: Order,
  { name, unit }: MeasuredProduct,
): void {
  const before = started.find(({ orderId }) => orderId === id)!.qty;
  if (qty >= before) return;
  throw refusalAt(
    "quantity_range",
    "/qty",
    `Works order ${orderNo} has started ${formatQuantity(before)} ${unit} of ${name}: ` +
      `its quantity can't be ${formatQuantity(qty)} ${unit}.`,
  );
}

const write = ({ stored, next }: Decision): Change[] => [
  stored
    ? update("WorksOrder", stored, differences("WorksOrder", stored, next), { action: "updated" })
    : create("WorksOrder", storedFields("WorksOrder", next), { action: "created" }),
];

const answer = ({ next }: Decision, [logged]: readonly Logged[]): Order => ({
  ...next,
  id: logged!.id,
});

/** Creates or updates a works order. Source: design 6. */
export const upsertWorksOrder = verb({
  conflicts: {
    of: ["WorksOrder/Upsert"],
    claims: { WorksOrder: "" },
    asserts: { Product: "", Bom: "" },
  },
  load,
  decide,
  write,
  answer,
  // Only an update can change nothing.
  present: ({ stored }) => stored!,
});
