import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
interface RoleText {
  readonly name: MessageDescriptor;
  /** The rights that a key of this role has. */
  readonly explanation: MessageDescriptor;
}

/** The roles that every plant has. */
export const roles = {
  viewer: {
    name: msg`Viewer`,
    explanation: msg`Reads everything except keys and webhooks. Changes nothing.`,
  },
  operator: {
    name: msg`Operator`,
    explanation: msg`Reads, builds, removes and completes units, receives and adjusts material, and puts items on hold.`,
  },
  stores: {
    name: msg`Stores`,
    explanation: msg`Reads, and receives, adjusts, moves, splits, merges, scraps, dispatches and takes back items.`,
  },
  quality: {
    name: msg`Quality`,
    explanation: msg`Reads, puts items on hold, releases and voids them, and checks the audit trail.`,
  },
  engineer: {
    name: msg`Engineer`,
    explanation: msg`Does what operators and stores do, edits products, BoMs, orders and items, and releases and voids items.`,
  },
  admin: {
    name: msg`Administrator`,
    explanation: msg`Does all of it, edits reference data, users, keys and webhooks, and checks the audit trail.`,
  },
} as const satisfies Readonly<Record<string, RoleText>>;

export type BuiltInRole = keyof typeof roles;

const isBuiltIn = (role: string): role is BuiltInRole => Object.hasOwn(roles, role);

/** Returns the name of a role in the person's language. A role of the plant has its own. */
export function useRoleName(): (role: string) => string {
  const { i18n } = useLingui();
  return (role) => (isBuiltIn(role) ? i18n._(roles[role].name) : role);
}
