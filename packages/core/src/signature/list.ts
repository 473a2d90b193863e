import { sql } from "drizzle-orm";
import { signature } from "../database/schema/index.ts";
import { type Context, defineList, type Listing, type Page } from "../engine/index.ts";
import { foldGiven } from "../values/fold-case.ts";
import { covers, selectSignatures, type Signature, type SignedEntity } from "./signature.ts";

/** The filters of the list. Names are not case sensitive. */
export interface SignatureFilter {
  readonly entity?: SignedEntity | undefined;
  /** The id of a record, with its entity. */
  readonly id?: number | undefined;
  /** The serial of an item. */
  readonly visualSerialNo?: string | undefined;
  /** The name of the signer. */
  readonly user?: string | undefined;
  readonly userID?: number | undefined;
  /** The name or the SUID of the meaning. */
  readonly meaning?: string | undefined;
  /** Whether the signed revision is still the present one. */
  readonly covers?: boolean | undefined;
}

const signatures = defineList(() => ({
  select: selectSignatures,
  table: signature,
  filters: {
    entity: signature.entity,
    entityId: signature.entityId,
    serial: (key) => sql`${signature.entity} = 'MaterialItem' and ${signature.entityId} = (
      select id from material_item where serial_key = ${key})`,
    userId: signature.userId,
    user: (key) => sql`${signature.userId} = (select id from user where name_key = ${key})`,
    meaning: (key) => sql`+${signature.meaningId} in (
      select id from signature_meaning where name_key = ${key} or suid_key = ${key})`,
    covers: (whether) => sql`${covers()} = ${whether}`,
  },
}));

/** Lists the signatures that match, by id. */
export const listSignatures = (
  context: Context,
  { entity, id, visualSerialNo, user, userID, meaning, covers: isCovering }: SignatureFilter,
  page: Page,
): Promise<Listing<Signature>> => {
  const filter = {
    entity,
    entityId: id,
    serial: foldGiven(visualSerialNo),
    user: foldGiven(user),
    userId: userID,
    meaning: foldGiven(meaning),
    covers: isCovering === undefined ? undefined : Number(isCovering),
  };
  const isWalk = [entity, visualSerialNo, user, userID].every((value) => value === undefined);
  return signatures(context, filter, page, { isWalk });
};
