import { inArray } from "drizzle-orm";
import type { Bound } from "../database/bound.ts";
import { each, query } from "../database/query.ts";
import { user } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import { refusalAt } from "../refusal.ts";
import { foldedNames } from "../rules/named.ts";
import { foldCase } from "../values/fold-case.ts";

/** The folded badge of a user. */
export interface Badge {
  readonly id: number;
  readonly badgeKey: string | null;
}

const usersWithBadges = statement(() =>
  query
    .select({ id: user.id, badgeKey: user.badgeKey })
    .from(user)
    .where(inArray(user.badgeKey, each("badges"))),
);

/** Returns the statement that finds whose these badges are; undefined without any. */
export function badgesOf(badges: readonly (string | undefined)[]): Bound<Badge> | undefined {
  if (badges.every((badge) => badge === undefined)) return undefined;
  return usersWithBadges({ badges: foldedNames(badges) });
}

/** Refuses (`duplicate`) a badge that another user has. */
export function requireFreeBadge(
  found: readonly Badge[],
  id: number | undefined,
  badge: string | undefined,
): void {
  if (badge === undefined) return;
  const key = foldCase(badge);
  if (!found.some((other) => other.id !== id && other.badgeKey === key)) return;
  throw refusalAt("duplicate", "/badge", "Another user has this badge.");
}
