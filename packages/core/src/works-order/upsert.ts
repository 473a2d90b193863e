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
import { formatVersion, isSameNumber } from "../bom/bom.ts";
import { bom, bomVersion, materialItem, product, worksOrder } from "../database/schema/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { foldedNames, namedFields, requireActive, requireNamed } from "../rules/named.ts";
import { requireDecimalPlaces } from "../rules/limits.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import { ofOrders, type Order, ordersAddressed, requireOrder } from "./order.ts";

/**
 * A works order to update, if it has an id: absent fields stay as they are. Otherwise one to
 * create; then only `description` can be absent. The quantity is in millionths.
 */
export interface UpsertWorksOrderInput {
  readonly id?: number | undefined;
  readonly orderNo?: string | undefined;
  readonly description?: string | null | undefined;
  readonly productName?: string | undefined;
  /** The name of a BoM of the product. */
  readonly bom?: string | undefined;
  readonly version?: { readonly major: number; readonly minor: number } | undefined;
  readonly qty?: number | undefined;
}

const productsOfInputs = statement(() =>
  query
    .select({
      ...namedFields(product),
      nameKey: product.nameKey,
      inventoryDecimalPlaces: product.inventoryDecimalPlaces,
    })
    .from(product)
    .where(
      or(
        inArray(product.nameKey, each("products")),
        inArray(product.id, ofOrders(worksOrder.productId)),
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
      and(
        or(
          inArray(
            bom.parentProductId,
            sql`(select id from product where name_key in ${each("products")})`,
          ),
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
  const products = foldedNames(inputs.map(({ productName }) => productName));
  const boms = foldedNames(inputs.map((input) => input.bom));
  return {
    orders: ordersAddressed({ ids, orderNos }),
    joined: ordersWithItems({ ids }),
    products: productsOfInputs({ ids, orderNos: "[]", products }),
    versions: versionsOfInputs({ ids, orderNos: "[]", products, boms }),
  };
}
type Facts = RowsOf<ReturnType<typeof load>>;

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly stored: Order | null;
  readonly next: Order;
}

/**
 * Decides an upsert. Refuses `not_found`, `order_status`, `fixed`, `inactive`, `duplicate` and
 * `decimal_places`.
 */
function decide(facts: Facts, input: UpsertWorksOrderInput): Decision {
  const stored = input.id === undefined ? null : requireOrder(facts.orders, { id: input.id });
  const of = requireProductOfOrder(facts, input, stored);
  const version = requireVersionOfOrder(facts, input, stored, of.id);
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
  if (stored && stored.status !== "Created") requireOnlyDescription(stored, next);
  if (stored && stored.productId !== of.id) requireNoItems(facts, stored);
  if (stored?.productId !== of.id) {
    requireActive(of, `The product ${of.name}`, "/productName");
  }
  if (stored?.bomId !== version.bomId) {
    requireActive({ isActive: version.bomIsActive }, `The BoM ${version.bom}`, "/bom");
  }
  if (facts.orders.some(({ id, orderNoKey }) => id !== next.id && orderNoKey === next.orderNoKey)) {
    throw new Refusal("duplicate", `A works order with the number ${orderNo} exists.`, {
      errors: [{ pointer: "/orderNo", detail: "A works order with this number exists." }],
    });
  }
  if (stored?.qty !== next.qty || stored.productId !== of.id) {
    requireDecimalPlaces(next.qty, of.inventoryDecimalPlaces, of.name, "/qty");
  }
  const own = { id: version.bomId, revNo: version.bomRevNo };
  return { asserts: [relyOn("Product", of), relyOn("Bom", own)], stored, next };
}

/** Refuses (`fixed`) another product if items have joined the order: they are of its product. */
function requireNoItems({ joined }: Facts, { id, orderNo, productName }: Order): void {
  if (!joined.some((order) => order.id === id)) return;
  const detail = `Works order ${orderNo} has items of ${productName}, so its product can't change.`;
  throw refusalAt("fixed", "/productName", detail);
}

/** The initial fields of a new order. */
const blankOrder = { id: 0, status: "Created", startAt: null, endAt: null } as const;

function requireProductOfOrder(
  { products }: Facts,
  input: UpsertWorksOrderInput,
  stored: Order | null,
) {
  const { productName: name } = input;
  if (name === undefined) return products.find(({ id }) => id === stored!.productId)!;
  return requireNamed(products, name, "product", "/productName");
}

/** Finds the BoM version of the order among those of its product; refuses (`not_found`). */
function requireVersionOfOrder(
  { versions }: Facts,
  input: UpsertWorksOrderInput,
  stored: Order | null,
  of: number,
) {
  const name = input.bom ?? stored!.bom;
  const wanted = input.version ?? stored!;
  const key = foldCase(name);
  const named = versions.filter(
    ({ productId, bomNameKey }) => productId === of && bomNameKey === key,
  );
  if (named.length === 0) {
    throw refusalAt("not_found", "/bom", `The product has no BoM named ${name}.`);
  }
  const found = named.find((version) => isSameNumber(version, wanted));
  if (!found) {
    const detail = `The BoM ${name} has no version ${formatVersion(wanted)}.`;
    throw refusalAt("not_found", "/version", detail);
  }
  const { productId: _productId, bomNameKey: _bomNameKey, ...version } = found;
  // The join leaves these null only for a BoM without versions, and then none is found.
  return version as { [Field in keyof typeof version]: NonNullable<(typeof version)[Field]> };
}

/** Refuses (`order_status`) to change anything but the description of an order that was started. */
function requireOnlyDescription(stored: Order, next: Order): void {
  const changed = Object.keys(differences("WorksOrder", stored, next)).filter(
    (field) => field !== "description",
  );
  if (changed.length === 0) return;
  throw new Refusal(
    "order_status",
    `Works order ${stored.orderNo} is ${stored.status}: only its description can change.`,
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
});
