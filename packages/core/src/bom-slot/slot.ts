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
  worksOrder,
} from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { type RowOf, type Statement, statement } from "../database/statement.ts";
import { countIfTold, requireUnused } from "../rules/in-use.ts";
import { refusalAt } from "../refusal.ts";
import { pinsVersion } from "../works-order/order.ts";
import { byId } from "./merged.ts";

const candidateFields = () => ({
  ...getTableColumns(slotCandidate),
  product: product.name,
  useUom: unitOfMeasure.name,
});

/** The select of candidates with the names behind their references. */
export const selectCandidates = () =>
  query
    .select(candidateFields())
    .from(slotCandidate)
    .innerJoin(product, eq(product.id, slotCandidate.productId))
    .leftJoin(unitOfMeasure, eq(unitOfMeasure.id, slotCandidate.useUomId));

const propertyFields = () => ({
  ...getTableColumns(slotProperty),
  property: propertyDefinition.name,
});

/** The select of slot properties with their names. */
export const selectProperties = () =>
  query
    .select(propertyFields())
    .from(slotProperty)
    .innerJoin(propertyDefinition, eq(propertyDefinition.id, slotProperty.propertyDefinitionId));

/** A candidate of a slot; its id is 0 until it is created. Quantities are in millionths. */
export type Candidate = RowOf<ReturnType<typeof selectCandidates>>;

/** A property of a slot, with its value. */
export type SlotProperty = RowOf<ReturnType<typeof selectProperties>>;

const jsonObject = (fields: Readonly<Record<string, SQLWrapper>>): SQL => {
  const pairs = Object.entries(fields).map(
    ([name, field]) => sql`${sql.raw(`'${name}'`)}, ${field}`,
  );
  return sql`json_object(${sql.join(pairs, sql`, `)})`;
};

/** A candidate as json_group_array writes it: its flags are 0 or 1. */
type CandidateText = Omit<Candidate, "isActive" | "isDefault"> & {
  isActive: number | boolean;
  isDefault: number | boolean;
};

// A reviver would be asked about every value of every candidate: the two flags are set instead.
const parseCandidates = (text: string): readonly Candidate[] => {
  const candidates = JSON.parse(text) as CandidateText[];
  for (const candidate of candidates) {
    candidate.isActive = candidate.isActive === 1;
    candidate.isDefault = candidate.isDefault === 1;
  }
  return byId(candidates as readonly Candidate[]);
};

const parseProperties = (text: string): readonly SlotProperty[] =>
  byId(JSON.parse(text) as readonly SlotProperty[]);

// Inside, product is the candidate's; outside, it is the slot's parent.
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
  candidates: candidatesOfSlot(candidateFields()).mapWith(parseCandidates),
  properties: sql`(
    select json_group_array(${jsonObject(propertyFields())})
    from ${slotProperty}
    join ${propertyDefinition} on ${propertyDefinition.id} = ${slotProperty.propertyDefinitionId}
    where ${slotProperty.bomSlotId} = ${bomSlot.id})`.mapWith(parseProperties),
});

const selectFields = (fields: ReturnType<typeof slotFields>) =>
  query
    .select(fields)
    .from(bomSlot)
    .innerJoin(bomVersion, eq(bomVersion.id, bomSlot.bomVersionId))
    .innerJoin(bom, eq(bom.id, bomVersion.bomId))
    .innerJoin(product, eq(product.id, bom.parentProductId))
    .innerJoin(buildSlotType, eq(buildSlotType.id, bomSlot.buildSlotTypeId));

/** The select of whole slots, for lists to narrow. */
export const selectSlots = () => selectFields(slotFields());

/** A slot with its candidates and properties by id, and the names behind its references. */
export type Slot = RowOf<ReturnType<typeof selectSlots>>;

/** A candidate with how often it was ever built against, as `countIfTold` tells it. */
export type StoredCandidate = Candidate & { readonly builds: number };

/**
 * A slot as it is, with how many builds drew on it and how many works orders pin its version, as
 * `countIfTold` tells it.
 */
export type StoredSlot = Omit<Slot, "candidates"> & {
  readonly candidates: readonly StoredCandidate[];
  readonly builds: number;
  readonly worksOrders: number;
};

const storedSlotFields = () => ({
  ...slotFields(),
  candidates: candidatesOfSlot({
    ...candidateFields(),
    builds: countIfTold(build, sql`${build.candidateId} = ${slotCandidate.id}`),
  }).mapWith(parseCandidates),
  builds: countIfTold(build, sql`${build.bomSlotId} = ${bomSlot.id}`),
  worksOrders: countIfTold(
    worksOrder,
    sql`${worksOrder.bomVersionId} = ${bomSlot.bomVersionId} and ${pinsVersion()}`,
  ),
});

/** The slots that a condition admits, with how they are used, for verbs to decide on. */
const storedSlots = (condition: () => SQL): Statement<StoredSlot> => {
  const slots = statement(() => selectFields(storedSlotFields()).where(condition()));
  // The rows have all of storedSlotFields, more than the type of the select says.
  return slots as Statement<StoredSlot>;
};

/** The slots with these `ids` (a JSON array), for verbs to decide on. */
export const slotsById = storedSlots(() => inArray(bomSlot.id, each("ids")));

/** The slots that have the `candidates` with these ids (a JSON array), for verbs to decide on. */
export const slotsOfCandidates = storedSlots(() =>
  inArray(
    bomSlot.id,
    query
      .select({ id: slotCandidate.bomSlotId })
      .from(slotCandidate)
      .where(inArray(slotCandidate.id, each("candidates"))),
  ),
);

/** The slot with this id, named at this place in the body; refuses `not_found`. */
export function requireSlot(slots: readonly StoredSlot[], id: number, pointer: string): StoredSlot {
  const found = slots.find((slot) => slot.id === id);
  if (found) return found;
  throw refusalAt("not_found", pointer, `No BoM slot has the id ${id}.`);
}

/**
 * Refuses (`in_use`) what takes away from a slot that has been built against, or whose version a
 * started works order pins. `what` names what it is, as it begins a sentence.
 */
export const requireSlotUnused = ({ builds, worksOrders }: StoredSlot, what: string): void =>
  requireUnused(what, { builds, worksOrders });

/** The version of a slot's BoM, to be claimed with every write of the slot. */
export const versionOf = ({ bomVersionId: id, bomVersionRevNo: revNo }: Slot) => ({ id, revNo });
