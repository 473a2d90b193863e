import { type Context, defineList, type Listing, type Page } from "../engine/index.ts";
import { apiKey, user } from "../database/schema/index.ts";
import { foldGiven } from "../values/fold-case.ts";
import { type Key, selectKeys } from "./key.ts";

export interface KeyFilter {
  readonly id?: number | undefined;
  readonly name?: string | undefined;
  /** The name of the user. Case is ignored. */
  readonly user?: string | undefined;
  readonly userID?: number | undefined;
  readonly role?: string | undefined;
}

const list = defineList(() => ({
  select: selectKeys,
  table: apiKey,
  filters: {
    id: apiKey.id,
    name: apiKey.name,
    userNameKey: user.nameKey,
    userId: apiKey.userId,
    role: apiKey.role,
  },
}));

/** Lists the keys that match, by id. Source: design 5. */
export const listKeys = (
  context: Context,
  { id, name, user: named, userID, role }: KeyFilter,
  page: Page,
): Promise<Listing<Key>> => {
  const userNameKey = foldGiven(named);
  return list(context, { id, name, userNameKey, userId: userID, role }, page);
};
