import { sql } from "drizzle-orm";
import {
  type Context,
  defineSearch,
  leading,
  likePattern,
  type Listing,
  type SearchCursor,
  type SearchPage,
  testing,
} from "../engine/index.ts";
import { bom, type BomStatus } from "../database/schema/index.ts";
import { byLastChange } from "../history/last-change.ts";
import { foldGiven } from "../values/fold-case.ts";
import { likeGiven } from "../values/like.ts";
import { type Bom, selectBomsWith } from "./bom.ts";

type BomOrder = "oldest" | "newest" | "lastChanged" | "bomName" | "bomNameDescending";

/** The filter of a list of BoMs. Texts ignore case. */
export interface BomFilter {
  readonly id?: number | undefined;
  /** The beginning of the name, or of that of the product. */
  readonly text?: string | undefined;
  readonly name?: string | undefined;
  /** A pattern, whose `%` stands for any text. */
  readonly nameLike?: string | undefined;
  readonly parentProductName?: string | undefined;
  readonly parentProductNameLike?: string | undefined;
  readonly isActive?: boolean | undefined;
  /** The status of one of its versions. */
  readonly status?: BomStatus | undefined;
  readonly order?: BomOrder | undefined;
}

const parentKey = () => sql`(select name_key from product where id = ${bom.parentProductId})`;

const search = defineSearch(() => ({
  select: selectBomsWith,
  table: bom,
  filters: {
    id: leading(bom.id),
    parentName: leading(
      bom.parentProductId,
      (key) => sql`(select id from product where name_key = ${key})`,
    ),
    name: leading(bom.nameKey),
    nameLike: likePattern(bom.nameKey),
    parentNameLike: likePattern(parentKey()),
    text: testing(
      (key) => sql`(substr(${bom.nameKey}, 1, length(${key})) = ${key}
        or substr(${parentKey()}, 1, length(${key})) = ${key})`,
    ),
    isActive: testing((isActive) => sql`${bom.isActive} = ${isActive}`),
    status: testing(
      (status) => sql`exists (select 1 from bom_version
        where bom_id = ${bom.id} and status = ${status})`,
    ),
  },
  orders: {
    oldest: {},
    newest: { isDescending: true },
    lastChanged: byLastChange("Bom", bom),
    bomName: { by: bom.nameKey },
    bomNameDescending: { by: bom.nameKey, isDescending: true },
  },
}));

/** Lists the BoMs that match, in an order: by default by id. Source: design 6. */
export const listBoms = async (
  context: Context,
  filter: BomFilter,
  page: SearchPage,
): Promise<Listing<Bom, SearchCursor>> => search.list(context, searchOf(filter), page);

/** Returns the filters of a list, its order and the range of what orders it. */
function searchOf({
  name,
  nameLike,
  parentProductName,
  parentProductNameLike,
  text,
  order = "oldest",
  ...others
}: BomFilter) {
  const like = likeGiven("nameLike", nameLike);
  const filter = {
    ...others,
    text: foldGiven(text),
    name: foldGiven(name),
    nameLike: like?.globs,
    parentName: foldGiven(parentProductName),
    parentNameLike: likeGiven("parentProductNameLike", parentProductNameLike)?.globs,
  };
  const isByName = order === "bomName" || order === "bomNameDescending";
  return { filter, order, ...(isByName && like?.range) };
}
