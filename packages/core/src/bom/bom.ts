import { eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { bom, bomVersion, product } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import type { Row } from "../engine/index.ts";
import { countIfRequested } from "../rules/in-use.ts";
import { requireCurrent } from "../rules/current.ts";
import { countReferences } from "../rules/references.ts";
import { refusalAt } from "../refusal.ts";
import { pinningOrders } from "../works-order/order.ts";

/** A version of a BoM: the row of its table. */
export type BomVersion = Row<"BomVersion">;

type Numbered = Pick<BomVersion, "major" | "minor">;

/** Formats a version for people: "1.0". */
export const formatVersion = ({ major, minor }: Numbered): string => `${major}.${minor}`;

/** Whether two versions have the same number. The number is null where a join found no version. */
export const isSameNumber = (
  left: { readonly [Part in keyof Numbered]: Numbered[Part] | null },
  right: Numbered,
): boolean => left.major === right.major && left.minor === right.minor;

/** Orders versions by their numbers. */
export const byNumber = (left: BomVersion, right: BomVersion): number =>
  left.major - right.major || left.minor - right.minor;

const parseVersions = (text: string): readonly BomVersion[] =>
  (JSON.parse(text) as BomVersion[]).toSorted(byNumber);

/** Builds the select of whole BoMs with more of each, without conditions. */
export const selectBomsWith = <More extends Readonly<Record<string, SQL>>>(more: More) =>
  query
    .select({
      ...getTableColumns(bom),
      parentProductName: product.name,
      versions: sql<readonly BomVersion[]>`(select json_group_array(json_object(
          'id', ${bomVersion.id}, 'revNo', ${bomVersion.revNo}, 'bomId', ${bomVersion.bomId},
          'major', ${bomVersion.major}, 'minor', ${bomVersion.minor},
          'status', ${bomVersion.status}))
        from ${bomVersion} where ${bomVersion.bomId} = ${bom.id})`.mapWith(parseVersions),
      ...more,
    })
    .from(bom)
    .innerJoin(product, eq(product.id, bom.parentProductId));

/** Builds the select of whole BoMs, without conditions. */
export const selectBoms = () => selectBomsWith({});

/** The BoMs with these ids (a JSON array). */
export const bomsById = statement(() => selectBoms().where(inArray(bom.id, each("ids"))));

/** A BoM with the name of its parent product, and its versions in the order of their numbers. */
export type Bom = ReturnType<ReturnType<typeof bomsById>["row"]>;

/** The uses of each version of the BoMs with these `ids` (a JSON array), by `countIfRequested`. */
export const usesOfVersions = statement(() =>
  query
    .select({
      id: bomVersion.id,
      bomId: bomVersion.bomId,
      counts: countReferences(bomVersion, [], countIfRequested),
      pinningOrders: pinningOrders(bomVersion.id),
    })
    .from(bomVersion)
    .where(inArray(bomVersion.bomId, each("ids"))),
);
export type VersionUse = ReturnType<ReturnType<typeof usesOfVersions>["row"]>;

/** Adds up the records that refer to the versions of a BoM, by their kind. */
export function countUses(uses: readonly VersionUse[], bomId: number): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const use of uses) {
    if (use.bomId !== bomId) continue;
    for (const [kind, count] of Object.entries(use.counts)) {
      totals[kind] = (totals[kind] ?? 0) + count;
    }
  }
  return totals;
}

/** Returns the BoM with an id. Refuses `not_found`, and `stale_revision` of an older one. */
export function requireBom(boms: readonly Bom[], id: number, revNo: number | undefined): Bom {
  const found = boms.find((candidate) => candidate.id === id);
  if (!found) throw refusalAt("not_found", "/id", `No BoM has the id ${id}.`);
  requireCurrent("Bom", found, revNo, `BoM ${found.name} of ${found.parentProductName}`);
  return found;
}
