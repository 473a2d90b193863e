import { inArray, type SQL, sql } from "drizzle-orm";
import {
  builtInto,
  namedCandidatesOf,
  versionsEverOfItems,
  versionsOfItems,
} from "../consumption/facts.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { bomSlot } from "../database/schema/index.ts";
import { type ItemReference, referencesOf } from "../material-item/item-change.ts";
import { selectFlaggedContents } from "./contents.ts";

/** Selects the slots of the BoM versions that a subquery returns. */
export const slotsOf = (versions: SQL) =>
  query
    .select({
      id: bomSlot.id,
      bomVersionId: bomSlot.bomVersionId,
      description: bomSlot.description,
      isRequired: bomSlot.isRequired,
      slotIsActive: bomSlot.isActive,
      edhrBomRequired: bomSlot.edhrBomRequired,
      edhrBuildRequired: bomSlot.edhrBuildRequired,
    })
    .from(bomSlot)
    .where(inArray(bomSlot.bomVersionId, versions))
    .orderBy(bomSlot.id);

const referredItems = () => sql`(select id from material_item
  where id in ${each("ids")} or serial_key in ${each("serials")})`;

const slotsOfItems = statement(() => slotsOf(versionsOfItems()));
const candidatesOfItems = statement(() => namedCandidatesOf(versionsOfItems()));
const slotsEverOfItems = statement(() => slotsOf(versionsEverOfItems()));
const candidatesEverOfItems = statement(() => namedCandidatesOf(versionsEverOfItems()));
const builtIntoItems = statement(() => builtInto(referredItems()));
const contentsOfItems = statement(() =>
  selectFlaggedContents(sql`select id, id from ${referredItems()}`),
);

/** Reads what items need by their BoM versions. */
function requirementsOfUnits(units: readonly ItemReference[]) {
  const references = referencesOf(units);
  return { slots: slotsOfItems(references), candidates: candidatesOfItems(references) };
}

/** Reads the same of one item, also of the versions that it was built by before ChangeVersion. */
export function requirementsEverOfUnit(reference: ItemReference) {
  const references = referencesOf([reference]);
  return { slots: slotsEverOfItems(references), candidates: candidatesEverOfItems(references) };
}

/**
 * Reads what items need by their BoM versions, what is built into each, and what is flagged in each.
 */
export function factsOfUnits(units: readonly ItemReference[]) {
  const references = referencesOf(units);
  return {
    ...requirementsOfUnits(units),
    built: builtIntoItems(references),
    contents: contentsOfItems(references),
  };
}
