import type { Bound } from "../../database/bound.ts";
import { plainSql, withItems } from "../../database/bound.ts";
import { refusalAt } from "../../refusal.ts";
import { type Context, type ExternalRef, isKeyless, type Principal } from "../context.ts";

/** The owners of systems, as they were read and as the requests decided since have claimed them. */
export interface SystemOwners {
  /**
   * Refuses (`reference_owned`) a reference of a system that another user owns. A caller without a
   * key is never refused.
   */
  require(ref: ExternalRef, context: Context): void;
  /** Makes the user of a key the owner of a system that has none. */
  claim(system: string, principal: Principal): void;
  /** Returns the statements that record what was claimed. */
  recordings(): Bound[];
}

/** Returns the owners of systems, which begin with the stored ones. */
export function systemOwnersIn(
  stored: readonly { readonly system: string; readonly userId: number }[],
): SystemOwners {
  const owners = new Map(stored.map(({ system, userId }) => [system, userId]));
  const claims: (readonly [system: string, userId: number])[] = [];
  return {
    require: ({ system }, { principal, onForeignSystem }) => {
      const owner = owners.get(system);
      if (owner === undefined || owner === principal.userId || isKeyless(principal)) return;
      onForeignSystem?.(system);
      throw refusalAt(
        "reference_owned",
        "/externalRef",
        `The references of ${system} belong to another user, whose id is ${owner}.`,
      );
    },
    claim: (system, principal) => {
      const { userId } = principal;
      // An import that loads references of a system must not keep them from it.
      if (owners.has(system) || isKeyless(principal)) return;
      owners.set(system, userId);
      claims.push([system, userId]);
    },
    recordings: () => (claims.length > 0 ? [plainSql(claimSql, [JSON.stringify(claims)])] : []),
  };
}

const claimSql = `${withItems} insert into external_system (system, user_id)
  select value ->> 0, value ->> 1 from item`;
