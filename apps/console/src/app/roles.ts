import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Who } from "../session/session.tsx";

export type Role = Who["role"];

interface RoleText {
  readonly name: MessageDescriptor;
  /** The rights that a key of this role has besides those of the roles before it. */
  readonly explanation: MessageDescriptor;
}

/** The roles, from the one that may do least. Each includes those before it. */
export const roles: Readonly<Record<Role, RoleText>> = {
  viewer: {
    name: msg`Viewer`,
    explanation: msg`Reads everything except keys and webhooks. Changes nothing.`,
  },
  operator: {
    name: msg`Operator`,
    explanation: msg`Also receives and adjusts material, builds, removes, completes units, and puts items on hold.`,
  },
  engineer: {
    name: msg`Engineer`,
    explanation: msg`Also edits products, BoMs and orders, and releases, moves, scraps or dispatches items.`,
  },
  admin: {
    name: msg`Administrator`,
    explanation: msg`Also edits reference data, users, keys and webhooks, and checks the audit trail.`,
  },
};

/** Returns the name of a role in the person's language. */
export function useRoleName(): (role: Role) => string {
  const { i18n } = useLingui();
  return (role) => i18n._(roles[role].name);
}
