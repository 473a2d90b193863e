import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { happenedAt } from "../database/happened-at.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { build, changeLog, materialItem } from "../database/schema/index.ts";
import type { RowsOf } from "../engine/index.ts";
import { activeHoldReasons } from "../material-item/hold-reason.ts";
import { itemsBySerial } from "../material-item/item.ts";
import { isDated } from "../material-item/item-times.ts";
import { reasonsBySuid } from "../material-item/material-reason.ts";
import { serviceStatuses } from "../material-item/status.ts";
import { foldedNames } from "../rules/named.ts";
import { slotsChosen } from "./facts.ts";
import { unitsOfChildren } from "./child-unit.ts";

/** The quantity is in millionths. Times are in milliseconds. */
export interface RemoveInput {
  readonly parentSerialNo: string;
  readonly childSerialNo: string;
  readonly removeQty: number;
  readonly comments?: string | null | undefined;
  readonly reasonSUID: string;
  /** The unit of removeQty; without one, it is in the child's base unit. */
  readonly unit?: string | null | undefined;
  /** Takes back only builds into this slot. */
  readonly bomSlotID?: number | null | undefined;
  readonly occurredAt?: number | null | undefined;
}

const parent = alias(materialItem, "parent");
const child = alias(materialItem, "child");

/** The condition of the builds of a pair that are not removed completely. */
const isRemaining = () =>
  and(
    eq(parent.serialKey, sql`pair.value ->> 0`),
    eq(child.serialKey, sql`pair.value ->> 1`),
    eq(build.parentId, parent.id),
    eq(build.childId, child.id),
    lt(build.removedQty, build.qty),
  );

/**
 * Reads the remaining builds of pairs of a parent and a child, latest first. The pairs are folded
 * serials, each pair once. With separate lists of parents and of children, SQLite would look up
 * every child in every parent.
 */
const buildsBetween = statement(() =>
  query
    .select({
      id: build.id,
      parentId: build.parentId,
      childId: build.childId,
      bomSlotId: build.bomSlotId,
      candidateId: build.candidateId,
      qty: build.qty,
      removedQty: build.removedQty,
    })
    .from(sql`json_each(${sql.placeholder("pairs")}) as pair`)
    .crossJoin(parent)
    .crossJoin(child)
    .crossJoin(build)
    .where(isRemaining())
    .orderBy(sql`${build.id} desc`),
);
export type BuildRow = ReturnType<ReturnType<typeof buildsBetween>["row"]>;

/** Reads when the remaining builds of such pairs happened. */
const timesOfBuilds = statement(() =>
  query
    .select({
      id: build.id,
      happenedAt: sql<number>`${happenedAt()}`.mapWith(Number),
    })
    .from(sql`json_each(${sql.placeholder("pairs")}) as pair`)
    .crossJoin(parent)
    .crossJoin(child)
    .crossJoin(build)
    .crossJoin(changeLog)
    .where(and(isRemaining(), eq(changeLog.seq, build.seq))),
);

// A lot can have any number of builds. They are counted only if nothing is left in stock.
const usedUpChildren = () =>
  sql`(select id from material_item
  where serial_key in ${each("children")} and actual_qty = 0)`;

/**
 * Counts the remaining builds of children (folded serials) that have nothing in stock. The builds
 * are counted, not added up: the sum of their quantities could pass the largest integer.
 */
const builtOfUsedUp = statement(() =>
  query
    .select({
      childId: build.childId,
      builds: sql<number>`count(*)`.mapWith(Number),
    })
    .from(build)
    .where(and(inArray(build.childId, usedUpChildren()), lt(build.removedQty, build.qty)))
    .groupBy(build.childId),
);

/** Returns the pairs of a parent and a child that inputs name, each once, as JSON. */
function pairsOf(inputs: readonly RemoveInput[]): string {
  const pairs = inputs.map((input) => foldedNames([input.parentSerialNo, input.childSerialNo]));
  return `[${[...new Set(pairs)].join(",")}]`;
}

/** Reads the facts for all removals in one batch: everything is found by serials and reasons. */
export function loadRemove(inputs: readonly RemoveInput[]) {
  const children = foldedNames(inputs.map(({ childSerialNo }) => childSerialNo));
  const dated = inputs.filter(isDated);
  return {
    items: itemsBySerial({
      serials: foldedNames(inputs.flatMap((input) => [input.parentSerialNo, input.childSerialNo])),
    }),
    builds: buildsBetween({ pairs: pairsOf(inputs) }),
    times: dated.length > 0 ? timesOfBuilds({ pairs: pairsOf(dated) }) : undefined,
    built: builtOfUsedUp({ children }),
    reasons: reasonsBySuid({ reasons: foldedNames(inputs.map(({ reasonSUID }) => reasonSUID)) }),
    holdReasons: activeHoldReasons(),
    statuses: serviceStatuses(),
    chosenSlots: slotsChosen(inputs),
    units: unitsOfChildren(inputs),
  };
}
export type RemoveFacts = RowsOf<ReturnType<typeof loadRemove>>;
