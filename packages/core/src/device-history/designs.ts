import { eq, inArray, sql } from "drizzle-orm";
import { namedCandidatesOf } from "../consumption/facts.ts";
import { versionBefore, versionChanges } from "../database/former-version.ts";
import { each, query } from "../database/query.ts";
import {
  bom,
  bomSlot,
  bomVersion,
  build,
  materialItem,
  worksOrder,
} from "../database/schema/index.ts";
import { type RowOf, statement } from "../database/statement.ts";
import { type Context, readRows } from "../engine/index.ts";
import { type AsOf, isInState, valuesOfState } from "../genealogy/as-of.ts";
import { type SlotCompleteness, slotsCompleteness } from "../genealogy/completeness.ts";
import { builtQtyInState } from "../genealogy/links.ts";
import { readOfItems } from "../genealogy/of-items.ts";
import { versionToBuildBy } from "../material-item/item.ts";
import type { RecordedItem } from "./items.ts";

/** Reads the units among items, with the BoM version that each was built by in the state. */
export const unitsAmong = statement(() =>
  query
    .select({
      id: materialItem.id,
      versionId: sql<number | null>`coalesce((select ${versionBefore()}
        from ${versionChanges(sql`(${materialItem.id})`)} and not (${isInState(sql`turned.seq`)})
        order by turned.seq limit 1), ${versionToBuildBy("material_item")})`,
    })
    .from(materialItem)
    .leftJoin(worksOrder, eq(worksOrder.id, materialItem.worksOrderId))
    .where(
      sql`${inArray(materialItem.id, each("ids"))} and (${materialItem.worksOrderId} is not null
        or exists (select 1 from ${build} where ${build.parentId} = ${materialItem.id}))`,
    ),
);

const versionsWithIds = statement(() =>
  query
    .select({
      id: bomVersion.id,
      bomId: bom.id,
      bom: bom.name,
      major: bomVersion.major,
      minor: bomVersion.minor,
      status: bomVersion.status,
    })
    .from(bomVersion)
    .innerJoin(bom, eq(bom.id, bomVersion.bomId))
    .where(inArray(bomVersion.id, each("versions"))),
);

const selectSlots = () =>
  query
    .select({
      id: bomSlot.id,
      bomVersionId: bomSlot.bomVersionId,
      description: bomSlot.description,
      instruction: bomSlot.instruction,
      isRequired: bomSlot.isRequired,
      slotIsActive: bomSlot.isActive,
      edhrBomRequired: bomSlot.edhrBomRequired,
      edhrBuildRequired: bomSlot.edhrBuildRequired,
    })
    .from(bomSlot)
    .where(inArray(bomSlot.bomVersionId, each("versions")))
    .orderBy(bomSlot.id);
const slotsOfVersions = statement(selectSlots);
const candidatesOfVersions = statement(() =>
  namedCandidatesOf(sql`(select value from json_each(${sql.placeholder("versions")}))`),
);

type Version = ReturnType<ReturnType<typeof versionsWithIds>["row"]>;

/** A unit's BoM version, with what each slot needs and what is built into it. */
export interface Design {
  readonly item: RecordedItem;
  readonly version: Version;
  readonly slots: readonly (SlotCompleteness & RowOf<ReturnType<typeof selectSlots>>)[];
}

/** Reads the designs of the units among items, without the slots whose `edhrBomRequired` is 0. */
export async function designsOf(
  context: Context,
  items: readonly RecordedItem[],
  asOf: AsOf,
): Promise<readonly Design[]> {
  const state = valuesOfState(asOf);
  const ids = items.map(({ id }) => id);
  const units = await readOfItems(context, ids, (some) => unitsAmong({ ids: some, ...state }));
  const versionOf = new Map(units.map(({ id, versionId }) => [id, versionId]));
  const versionIds = [...new Set(units.flatMap(({ versionId }) => versionId ?? []))];
  if (versionIds.length === 0) return [];
  const asked = { versions: JSON.stringify(versionIds) };
  const versions = await readRows(context, versionsWithIds(asked));
  const slots = Map.groupBy(
    await readRows(context, slotsOfVersions(asked)),
    ({ bomVersionId }) => bomVersionId,
  );
  const candidates = Map.groupBy(
    await readRows(context, candidatesOfVersions(asked)),
    ({ bomVersionId }) => bomVersionId,
  );
  const built = await readOfItems(
    context,
    units.map(({ id }) => id),
    (some) => builtQtyInState({ items: some, ...state }),
  );
  const builtInto = Map.groupBy(built, ({ parentId }) => parentId);
  const byId = new Map(versions.map((version) => [version.id, version]));
  return items.flatMap((item): Design[] => {
    const version = byId.get(versionOf.get(item.id) ?? 0);
    if (!version) return [];
    const builtQty = new Map(
      (builtInto.get(item.id) ?? []).map(({ candidateId, qty }) => [candidateId, qty]),
    );
    const facts = {
      slots: (slots.get(version.id) ?? []).filter(({ edhrBomRequired }) => edhrBomRequired > 0),
      candidates: candidates.get(version.id) ?? [],
    };
    return [{ item, version, slots: slotsCompleteness(facts, item.nominalQty, builtQty) }];
  });
}
