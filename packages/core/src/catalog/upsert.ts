import { type AdminKey, adminKeys, otherAdmin, requireOtherAdmin } from "../access/last-admin.ts";
import type { Bound } from "../database/bound.ts";
import {
  type Absence,
  type Assertion,
  type Command,
  type Conflicts,
  type Context,
  create,
  differences,
  execute,
  type Queries,
  storedFields,
  update,
} from "../engine/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { countWhereRefused } from "../rules/in-use.ts";
import { foldedNames, type Named } from "../rules/named.ts";
import { requireRole, rolesNamed } from "../rules/roles.ts";
import { requireUnique } from "../rules/unique.ts";
import { type Badge, badgesOf, requireFreeBadge } from "./badge.ts";
import {
  catalog,
  type CatalogName,
  type CatalogRow,
  claimsOfCatalog,
  type Given,
  isOwnField,
  requireFixedFields,
  requireNotReserved,
  type Settable,
} from "./definitions.ts";
import { type Keys, reading, requireRecord, type Uses } from "./records.ts";

/**
 * An update if it has an id; absent fields keep their values. Otherwise a creation, with a name, a
 * SUID or both.
 */
export type CatalogInput<Name extends CatalogName> = Given<Settable<Name>> &
  Given<Pick<CatalogRow<Name>, "suid" | "name" | "description" | "isActive">> & {
    readonly id?: number | undefined;
    /** The revision that was read; without it, the record is updated as it is. */
    readonly revNo?: number | undefined;
  };

interface Decision<Name extends CatalogName> {
  readonly asserts: readonly Assertion[];
  readonly absences: readonly Absence[];
  readonly stored: CatalogRow<Name> | null;
  readonly next: CatalogRow<Name>;
}

interface Loaded<Name extends CatalogName> extends Queries {
  readonly records: Bound<CatalogRow<Name>> | undefined;
  /** Read only for resources with fields that are fixed while they are in use. */
  readonly uses: Bound<Uses> | undefined;
  readonly others: Bound<Keys>;
  /** Read only where a user is retired, or no longer an administrator. */
  readonly leaving: Bound<AdminKey> | undefined;
  readonly staying: Bound<AdminKey> | undefined;
  /** Read only where a user has roles. */
  readonly roles: Bound<Named> | undefined;
  /** Read only where a user has a badge. */
  readonly badges: Bound<Badge> | undefined;
}

const upserting = <Name extends CatalogName>(
  name: Name,
  isCounted: boolean,
): Command<CatalogInput<Name>, Loaded<Name>, Decision<Name>, CatalogRow<Name>> => ({
  load: (inputs) => {
    const updated = inputs.flatMap(({ id }) => id ?? []);
    const ids = JSON.stringify(updated);
    const isTaking = name === "User" && inputs.some(takesAdministration);
    const admins = isTaking ? adminKeys({ userIds: updated }) : undefined;
    const roles = inputs.flatMap(rolesIn);
    const { byId, uses, byKey } = reading(name);
    return {
      records: updated.length > 0 ? byId({ ids }) : undefined,
      uses: updated.length > 0 && catalog[name].fixed ? uses({ ids, isCounted }) : undefined,
      others: byKey({
        names: foldedNames(inputs.map((input) => input.name ?? input.suid)),
        suids: foldedNames(inputs.map(({ suid }) => suid)),
      }),
      leaving: admins?.leaving,
      staying: admins?.staying,
      roles: roles.length > 0 ? rolesNamed({ names: foldedNames(roles) }) : undefined,
      badges: badgesOf(inputs.map(badgeIn)),
    };
  },
  decide: ({ records, uses, others, leaving, staying, roles, badges }, sent, { at }) => {
    const found = rolesIn(sent).map((role, place) => requireRole(roles, role, `/roles/${place}`));
    const input = found.length > 0 ? { ...sent, roles: found.map((one) => one.name) } : sent;
    const { id, revNo } = input;
    const stored = id === undefined ? null : requireRecord(name, records, id, revNo);
    const next = stored ? revisedRecord(stored, input) : newRecord(name, input);
    requireUnique(catalog[name].noun, others, next, {
      // Without a name, the SUID is also the name.
      name: input.name == null ? "/suid" : "/name",
      suid: "/suid",
    });
    requireFreeBadge(badges, id, badgeIn(sent));
    if (stored && stored.suid !== next.suid) requireNotReserved(name, stored, "/suid");
    catalog[name].require?.(next, stored);
    const counts = uses.find((of) => of.id === id)?.counts ?? {};
    const absences = stored ? requireFixedFields(name, stored, next, counts) : [];
    const pointer = input.isActive === false ? "/isActive" : "/roles";
    const asserts = requireOtherAdmin(leaving, staying, at, pointer);
    const ofRoles = found.flatMap((one) => one.asserts);
    return { asserts: [...asserts, ...ofRoles], absences, stored, next };
  },
  write: ({ stored, next }) => {
    // The fields are those of the resource's own table, which the type of any name can't express.
    return [
      stored
        ? update(name, stored, differences(name, stored, next) as never, { action: "updated" })
        : create(name, storedFields(name, next) as never, { action: "created" }),
    ];
  },
  answer: ({ next }, [logged]) => ({ ...next, id: logged!.id }),
  // Only an update can change nothing.
  present: ({ stored }) => stored!,
});

type Sent = CatalogInput<CatalogName> & { readonly roles?: unknown; readonly badge?: unknown };

/** Whether a request gives roles to a user, and the administrator's is not among them. */
const isBoundBelow = ({ roles }: Sent): boolean =>
  Array.isArray(roles) && !(roles as readonly string[]).includes("admin");

/** Returns the roles that a request gives to a user; no other resource has this field. */
const rolesIn = ({ roles }: Sent): readonly string[] =>
  Array.isArray(roles) ? (roles as readonly string[]) : [];

/** Returns the badge that a request gives to a user; no other resource has this field. */
const badgeIn = ({ badge }: Sent): string | undefined =>
  typeof badge === "string" ? badge : undefined;

/** Whether an update of a user can take the rights of an administrator away. */
const takesAdministration = (sent: Sent): boolean => sent.isActive === false || isBoundBelow(sent);

/** Returns a new record. Null means the default, as absence does. */
function newRecord<Name extends CatalogName>(
  name: Name,
  input: CatalogInput<Name>,
): CatalogRow<Name> {
  const given = Object.entries(input).filter(
    ([field, value]) => value != null && !isOwnField(field),
  );
  const suid = input.suid ?? null;
  // The contract requires a name or a SUID.
  const text = input.name ?? suid!;
  return withKeys({
    id: 0,
    revNo: 1,
    description: null,
    isActive: true,
    ...catalog[name].blank(text, input),
    ...Object.fromEntries(given),
    suid,
    name: text,
    // The entries are those of the input, whose fields are those of the record.
  } as unknown as CatalogRow<Name>);
}

/** Returns the record after an update. Absent fields stay; null clears a field. */
function revisedRecord<Name extends CatalogName>(
  stored: CatalogRow<Name>,
  input: CatalogInput<Name>,
): CatalogRow<Name> {
  const given = Object.entries(input).filter(
    ([field, value]) => value !== undefined && !isOwnField(field),
  );
  return withKeys({ ...stored, ...Object.fromEntries(given), revNo: stored.revNo + 1 });
}

const withKeys = <Name extends CatalogName>(record: CatalogRow<Name>): CatalogRow<Name> => ({
  ...record,
  nameKey: foldCase(record.name),
  suidKey: record.suid === null ? null : foldCase(record.suid),
  ...("badge" in record && { badgeKey: record.badge === null ? null : foldCase(record.badge) }),
});

const conflicts: Conflicts = {
  of: ["reference data/Upsert"],
  get claims() {
    return claimsOfCatalog();
  },
  asserts: { ...otherAdmin, Role: "that a user is given" },
  absences: {
    productsOfUnit: "when dimension or factor changes",
    candidatesOfUnit: "likewise",
    changesForReason: "when its SUID or disposition changes",
    keysOfRole: "renamed",
    usersOfRole: "likewise",
  },
};

/**
 * Creates or updates a record of reference data. Refuses `not_found`, `stale_revision`, `duplicate`,
 * `reserved`, `fixed`, `serial_range`, `unknown_placeholder` and `last_admin`. Source: design 6.
 */
export const upsertCatalog = Object.assign(
  <Name extends CatalogName>(
    context: Context,
    name: Name,
    input: CatalogInput<Name>,
  ): Promise<CatalogRow<Name>> =>
    countWhereRefused((isCounted) => execute(context, upserting(name, isCounted), input)),
  { conflicts },
);
