import { type Context, defineList, type Listing, type Page } from "../engine/index.ts";
import { query } from "../database/query.ts";
import { seal } from "../database/schema/index.ts";
import type { SealHead } from "../seal/make.ts";

/** A seal without its digests, which are long. */
export interface ListedSeal extends SealHead {
  readonly firstSeq: number;
}

const sealList = defineList(() => ({
  select: () =>
    query
      .select({
        id: seal.id,
        firstSeq: seal.firstSeq,
        lastSeq: seal.lastSeq,
        at: seal.at,
        hash: seal.hash,
        signature: seal.signature,
        publicKey: seal.publicKey,
      })
      .from(seal),
  table: seal,
  isDescending: true,
  filters: {},
}));

/** Lists the seals, the newest first. */
export const listSeals = (context: Context, page: Page): Promise<Listing<ListedSeal>> =>
  sealList(context, {}, page);
