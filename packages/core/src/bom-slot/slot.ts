import { eq, getTableColumns, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  bom,
  bomSlot,
  bomVersion,
  buildSlotType,
  build,
  product,
  propertyDefinition,
  slotCandidate,
  slotProperty,
  unitOfMeasure,
} from "../database/schema/index.ts";
import { compulsory } from "../completeness/evidence.ts";
import { each, query } from "../database/query.ts";
import { type RowOf, type Statement, statement } from "../database/statement.ts";
import { countIfRequested, requireUnused } from "../rules/in-use.ts";
import { requireCurrent } from "../rules/current.ts";
import { namesInWords } from "../rules/named.ts";
import { refusalAt } from "../refusal.ts";
import { pinningOrders } from "../works-order/order.ts";
import { sortedById } from "./merged.ts";

const candidateColumns = () => ({
  ...getTableColumns(slotCandidate),
  product: product.name,
  useUom: unitOfMeasure.name,
});

/** Builds the select of candidates with the names behind their references. */
export const selectCandidates = () =>
  query
    .select(candidateColumns())
    .from(slotCandidate)
    .innerJoin(product, eq(product.id, slotCandidate.productId))
    .leftJoin(unitOfMeasure, eq(unitOfMeasure.id, slotCandidate.useUomId));

const propertyColumns = () => ({
  ...getTableColumns(slotProperty),
  property: propertyDefinition.name,
});

/** Builds the select of slot properties with their names. */
export const selectProperties = () =>
  query
    .select(propertyColumns())
    .from(slotProperty)
    .innerJoin(propertyDefinition, eq(propertyDefinition.id, slotProperty.propertyDefinitionId));

/** A candidate of a slot. Its id is 0 until it is created. Quantities are in millionths. */
export type Candidate = RowOf<ReturnType<typeof selectCandidates>>;

/** A property of a slot, with its value. */
export type SlotProperty = RowOf<ReturnType<typeof selectProperties>>;

const jsonObject = (fields: Readonly<Record<string, SQLWrapper>>): SQL => {
  const pairs = Object.entries(fields).map(
    ([name, field]) => sql`${sql.raw(`'${name}'`)}, ${field}`,
  );
  return sql`json_object(${sql.join(pairs, sql`, `)})`;
};

/** A candidate as json_group_array writes it, with flags of 0 or 1. */
type CandidateText = Omit<Candidate, "isActive" | "isDefault"> & {
  isActive: number | boolean;
  isDefault: number | boolean;
};

// A reviver would be called for every value of every candidate, so the two flags are set here.
const parseCandidates = (text: string): readonly Candidate[] => {
  const candidates = JSON.parse(text) as CandidateText[];
  for (const candidate of candidates) {
    candidate.isActive = candidate.isActive === 1;
    candidate.isDefault = candidate.isDefault === 1;
  }
  return sortedById(candidates as readonly Candidate[]);
};

const parseSlotProperties = (text: string): readonly SlotProperty[] =>
  sortedById(JSON.parse(text) as readonly SlotProperty[]);

// Inside, `product` is that of the candidate; outside, it is the parent of the slot.
const candidatesOfSlot = (fields: Readonly<Record<string, SQLWrapper>>) => sql`(
  select json_group_array(${jsonObject(fields)}) from ${slotCandidate}
  join ${product} on ${product.id} = ${slotCandidate.productId}
  left join ${unitOfMeasure} on ${unitOfMeasure.id} = ${slotCandidate.useUomId}
  where ${slotCandidate.bomSlotId} = ${bomSlot.id})`;

const slotFields = () => ({
  ...getTableColumns(bomSlot),
  bomVersionRevNo: bomVersion.revNo,
  major: bomVersion.major,
  minor: bomVersion.minor,
  bomId: bom.id,
  bom: bom.name,
  parentProductId: product.id,
  parentProductName: product.name,
  buildSlotType: buildSlotType.name,
  candidates: candidatesOfSlot(candidateColumns()).mapWith(parseCandidates),
  properties: sql`(
    select json_group_array(${jsonObject(propertyColumns())})
    from ${slotProperty}
    join ${propertyDefinition} on ${propertyDefinition.id} = ${slotProperty.propertyDefinitionId}
    where ${slotProperty.bomSlotId} = ${bomSlot.id})`.mapWith(parseSlotProperties),
});

const selectFields = (fields: ReturnType<typeof slotFields>) =>
  query
    .select(fields)
    .from(bomSlot)
    .innerJoin(bomVersion, eq(bomVersion.id, bomSlot.bomVersionId))
    .innerJoin(bom, eq(bom.id, bomVersion.bomId))
    .innerJoin(product, eq(product.id, bom.parentProductId))
    .innerJoin(buildSlotType, eq(buildSlotType.id, bomSlot.buildSlotTypeId));

/** Builds the select of whole slots, without conditions. */
export const selectSlots = () => selectFields(slotFields());

/** A slot with its candidates and properties by id, and the names behind its references. */
export type Slot = RowOf<ReturnType<typeof selectSlots>>;

/** A candidate with the number of its builds, removed ones included, by `countIfRequested`. */
export type StoredCandidate = Candidate & { readonly builds: number };

/**
 * A slot with the number of its builds, and of the works orders that pin its version, by
 * `countIfRequested`.
 */
export type StoredSlot = Omit<Slot, "candidates"> & {
  readonly candidates: readonly StoredCandidate[];
  readonly builds: number;
  readonly worksOrders: number;
};

/** The builds that are, or once were, where a column has an id. */
const everBuilt = (column: "bom_slot_id" | "candidate_id", id: SQLWrapper): SQL<number> => {
  const [now, from] = [sql.raw(`build.${column}`), sql.raw(`from_${column.replace("bom_", "")}`)];
  return countIfRequested(
    build,
    sql`(${now} = ${id} or build.id in (select build_id from build_move where ${from} = ${id}))`,
  );
};

const storedSlotFields = () => ({
  ...slotFields(),
  candidates: candidatesOfSlot({
    ...candidateColumns(),
    builds: everBuilt("candidate_id", slotCandidate.id),
  }).mapWith(parseCandidates),
  builds: everBuilt("bom_slot_id", bomSlot.id),
  worksOrders: pinningOrders(bomSlot.bomVersionId),
});

/** Makes the statement that reads the slots that meet a condition, with their uses. */
const storedSlots = (condition: () => SQL): Statement<StoredSlot> => {
  const slots = statement(() => selectFields(storedSlotFields()).where(condition()));
  // The rows have all of storedSlotFields, which are more than the type of the select has.
  return slots as Statement<StoredSlot>;
};

/** The slots with these `ids` (a JSON array), with their uses. */
export const storedSlotsById = storedSlots(() => inArray(bomSlot.id, each("ids")));

/** The slots of the `candidates` with these ids (a JSON array), with their uses. */
export const storedSlotsOfCandidates = storedSlots(() =>
  inArray(
    bomSlot.id,
    query
      .select({ id: slotCandidate.bomSlotId })
      .from(slotCandidate)
      .where(inArray(slotCandidate.id, each("candidates"))),
  ),
);

/**
 * Returns the slot with an id, whose place in the body is `pointer`. Refuses `not_found`, and
 * `stale_revision` of an older revision.
 */
export function requireSlot(
  slots: readonly StoredSlot[],
  id: number,
  pointer: string,
  revNo: number | undefined,
): StoredSlot {
  const found = slots.find((slot) => slot.id === id);
  if (!found) throw refusalAt("not_found", pointer, `No BoM slot has the id ${id}.`);
  requireCurrent("BomSlot", found, revNo, `Slot ${id}`);
  return found;
}

/** A candidate as messages name it: `Seal version B`. */
export const candidateInWords = ({ product: of, version }: Candidate): string =>
  version === null ? of : `${of} version ${version}`;

/** A slot as messages name it: `"Shaft seal" (for Seal, Ring)`. */
export const slotInWords = ({ description, candidates }: StoredSlot): string => {
  const products = candidates.filter(({ isActive }) => isActive).map((one) => one.product);
  return `"${description}" (for ${namesInWords([...new Set(products)])})`;
};

/** The way to change what a version requires while works orders pin it. */
export const copyHint =
  "Copy the version with Bom/CopyVersion, and change the copy. WorksOrder/ChangeVersion then gives " +
  "it to running orders.";

/**
 * Refuses (`in_use`) a change of a slot that has builds, or whose version a started works order
 * pins. `hint` is the second sentence of the refusal.
 */
export const requireSlotUnused = (slot: StoredSlot, hint?: string): void => {
  const { builds, worksOrders, isActive, isRequired, edhrBomRequired, edhrBuildRequired } = slot;
  const isNeeded = isRequired || [edhrBomRequired, edhrBuildRequired].includes(compulsory);
  const isPinned = worksOrders > 0 && isActive && isNeeded;
  const subject = `The slot ${slotInWords(slot)}`;
  requireUnused(subject, { builds, worksOrders }, hint ?? (isPinned ? copyHint : undefined));
};

/** Returns the BoM version of a slot, which every write of the slot claims. */
export const versionOf = ({ bomVersionId: id, bomVersionRevNo: revNo }: Slot) => ({ id, revNo });
