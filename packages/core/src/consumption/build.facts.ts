import { sql } from "drizzle-orm";
import type { Bound } from "../database/bound.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { currency } from "../database/schema/index.ts";
import type { RowsOf } from "../engine/index.ts";
import { itemsBySerial } from "../material-item/item.ts";
import { timesNamed } from "../material-item/item-times.ts";
import { productsToReceive } from "../material-item/new-item.ts";
import { lastItem } from "../material-item/next-id.ts";
import { statusesKeyed } from "../material-item/status.ts";
import { foldedNames, recordsNamed } from "../rules/named.ts";
import {
  allCandidatesOfParents,
  type BuildCandidate,
  candidatesOfParents,
  slotsChosen,
  versionsOfProducts,
} from "./facts.ts";
import { unitsOfChildren } from "./child-unit.ts";

/** Quantities and costs are in millionths, times in milliseconds. */
export interface BuildInput {
  readonly parentSerialNo: string;
  readonly childSerialNo: string;
  readonly builtQty: number;
  readonly receiveAtPointOfConsumption: boolean;
  readonly itemDetails?:
    | {
        readonly productName: string;
        readonly expiryDate?: number | null | undefined;
        readonly batchNo?: string | null | undefined;
        readonly version?: string | null | undefined;
        readonly costPerUnit?: number | null | undefined;
        readonly currency?: string | null | undefined;
      }
    | null
    | undefined;
  /** The unit of builtQty; without one, it is in the child's base unit. */
  readonly unit?: string | null | undefined;
  /** Picks one of several slots that take the child. */
  readonly bomSlotID?: number | null | undefined;
  readonly occurredAt?: number | null | undefined;
}

const buildStatuses = statusesKeyed(["available", "consumed"]);

/**
 * Reads all items that parents (folded serials) are built into, at any level, by net links. The
 * root of a row is the parent.
 */
const ancestorsOfParents = statement(() =>
  query
    .select({
      rootId: sql<number>`above.root_id`.mapWith(Number).as("root_id"),
      id: sql<number>`above.id`.mapWith(Number).as("ancestor_id"),
      // A subquery by id: for a join, SQLite would scan all items to find the few ancestors.
      revNo: sql<number>`(select rev_no from material_item where id = above.id)`
        .mapWith(Number)
        .as("ancestor_rev"),
    })
    .from(
      sql`(with recursive above (root_id, id) as (
        select id, id from material_item where serial_key in ${each("parents")}
        union
        select above.root_id, build.parent_id from above join build on build.child_id = above.id
        where build.removed_qty < build.qty
      ) select root_id, id from above) as above`,
    )
    .where(sql`above.id <> above.root_id`),
);

const currenciesByName = recordsNamed(currency);
const candidatesToBuild = (
  taking: { readonly parents: string; readonly children: string; readonly products: string },
  explains: boolean,
): Bound<BuildCandidate> =>
  explains ? allCandidatesOfParents(taking) : candidatesOfParents(taking);

/**
 * Reads the facts for all builds in one batch: everything is found by serials and names. To explain
 * refusals, it reads the candidates of all slots of the parents, not only of those that take a child.
 */
export function loadBuild(inputs: readonly BuildInput[], explains = false) {
  const parents = foldedNames(inputs.map(({ parentSerialNo }) => parentSerialNo));
  const details = inputs.flatMap((input) =>
    input.receiveAtPointOfConsumption ? (input.itemDetails ?? []) : [],
  );
  const receives = details.length > 0;
  const products = foldedNames(details.map((detail) => detail.productName));
  const taking = {
    parents,
    children: foldedNames(inputs.map(({ childSerialNo }) => childSerialNo)),
    products,
  };
  const currencies = details.flatMap((detail) => detail.currency ?? []);
  return {
    items: itemsBySerial({
      serials: foldedNames(inputs.flatMap((input) => [input.parentSerialNo, input.childSerialNo])),
    }),
    times: timesNamed(inputs, (input) => [input.parentSerialNo, input.childSerialNo]),
    candidates: candidatesToBuild(taking, explains),
    ancestors: ancestorsOfParents({ parents }),
    // Later builds of a batch need the id of an item that one receives, and its BoM version.
    lastItem: receives && inputs.length > 1 ? lastItem() : undefined,
    versions: receives && inputs.length > 1 ? versionsOfProducts({ products }) : undefined,
    statuses: buildStatuses(),
    products: receives ? productsToReceive({ products }) : undefined,
    currencies:
      currencies.length > 0 ? currenciesByName({ names: foldedNames(currencies) }) : undefined,
    chosenSlots: slotsChosen(inputs),
    units: unitsOfChildren(inputs, products),
  };
}
export type BuildFacts = RowsOf<ReturnType<typeof loadBuild>>;
