import { sql } from "drizzle-orm";
import { type Context, defineList, type Listing, type Page } from "../engine/index.ts";
import {
  bom,
  bomSlot,
  bomVersion,
  buildSlotType,
  product,
  slotCandidate,
  slotProperty,
} from "../database/schema/index.ts";
import { foldGiven } from "../values/fold-case.ts";
import {
  type Candidate,
  selectCandidates,
  selectProperties,
  selectSlots,
  type Slot,
  type SlotProperty,
} from "./slot.ts";

/** The filters of the list of slots. Names are not case sensitive. */
export interface SlotFilter {
  readonly Id?: number | undefined;
  /** The parent product. */
  readonly Product?: string | undefined;
  readonly Bom?: string | undefined;
  readonly Version?: { readonly major: number; readonly minor: number } | undefined;
  readonly slotType?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
}

/** The filter of the lists of candidates and properties. */
export interface SlotPartFilter {
  readonly bomSlotID?: number | undefined;
}

const slotList = defineList(() => ({
  select: selectSlots,
  table: bomSlot,
  filters: {
    id: bomSlot.id,
    productKey: product.nameKey,
    // Every product can have a BoM of this name. The plus stops SQLite from using the index of the
    // names: each chunk would then read all slots of these BoMs and sort them.
    bomKey: (key) => sql`+${bom.nameKey} = ${key}`,
    major: bomVersion.major,
    minor: bomVersion.minor,
    slotTypeKey: buildSlotType.nameKey,
    isActive: bomSlot.isActive,
    isRequired: bomSlot.isRequired,
  },
}));

/** Lists the slots that match, by id. Source: spec.md, POST /api/BomSlot/List. */
export const listSlots = (
  context: Context,
  { Id, Product, Bom, Version, slotType, isActive, isRequired }: SlotFilter,
  page: Page,
): Promise<Listing<Slot>> =>
  slotList(
    context,
    {
      id: Id,
      productKey: foldGiven(Product),
      bomKey: foldGiven(Bom),
      major: Version?.major,
      minor: Version?.minor,
      slotTypeKey: foldGiven(slotType),
      isActive,
      isRequired,
    },
    page,
  );

const candidateList = defineList(() => ({
  select: selectCandidates,
  table: slotCandidate,
  filters: { bomSlotID: slotCandidate.bomSlotId },
}));

/** Lists the candidates that match, by id. Source: spec.md, POST /api/BomSlot/ListCandidates. */
export const listCandidates = (
  context: Context,
  filter: SlotPartFilter,
  page: Page,
): Promise<Listing<Candidate>> => candidateList(context, { ...filter }, page);

const propertyList = defineList(() => ({
  select: selectProperties,
  table: slotProperty,
  filters: { bomSlotID: slotProperty.bomSlotId },
}));

/** Lists the properties that match, by id. Source: spec.md, POST /api/BomSlot/ListProperties. */
export const listSlotProperties = (
  context: Context,
  filter: SlotPartFilter,
  page: Page,
): Promise<Listing<SlotProperty>> => propertyList(context, { ...filter }, page);
