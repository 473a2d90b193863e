import { type Context, defineList, type Listing, type Page } from "../engine/index.ts";
import { bom, product } from "../database/schema/index.ts";
import { foldGiven } from "../values/fold-case.ts";
import { type Bom, selectBoms } from "./bom.ts";

export interface BomFilter {
  readonly id?: number | undefined;
  readonly name?: string | undefined;
  readonly parentProductName?: string | undefined;
  readonly isActive?: boolean | undefined;
}

const bomList = defineList(() => ({
  select: selectBoms,
  table: bom,
  filters: {
    id: bom.id,
    nameKey: bom.nameKey,
    parentNameKey: product.nameKey,
    isActive: bom.isActive,
  },
}));

/** Lists the BoMs that match, by id. Names are not case sensitive. Source: design 6. */
export const listBoms = (
  context: Context,
  { id, name, parentProductName, isActive }: BomFilter,
  page: Page,
): Promise<Listing<Bom>> =>
  bomList(
    context,
    {
      id,
      nameKey: foldGiven(name),
      parentNameKey: foldGiven(parentProductName),
      isActive,
    },
    page,
  );
