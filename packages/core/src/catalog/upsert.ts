import { inArray, or } from "drizzle-orm";
import type { Assertion } from "../assertions.ts";
import type { Absence } from "../absences.ts";
import { create, update } from "../changes.ts";
import { type Command, execute } from "../command.ts";
import type { Context } from "../context.ts";
import { type Bound, each, query, type Statement, statement } from "../database/statement.ts";
import { entities } from "../entities.ts";
import { foldCase } from "../fold-case.ts";
import { Refusal } from "../refusal.ts";
import { storedFields } from "../stored.ts";
import {
  catalog,
  type CatalogName,
  type CatalogRow,
  type Extras,
  requireFree,
  requireNotReserved,
} from "./definitions.ts";
import { type CountedRow, recordsById, requireRecord } from "./records.ts";

type Given<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | null | undefined };

/** With an id an update, in which what is absent stays; else a creation, named or with a SUID. */
export type CatalogInput<Name extends CatalogName> = Given<Extras<Name>> &
  Given<Pick<CatalogRow<Name>, "suid" | "name" | "description" | "isActive">> & {
    readonly id?: number | undefined;
  };

/**
 * Creates or updates a record of reference data. Refuses `not_found`, `duplicate`, `reserved`,
 * `fixed` and `serial_range`. Source: design 6.
 */
export const upsertCatalog = <Name extends CatalogName>(
  context: Context,
  name: Name,
  input: CatalogInput<Name>,
): Promise<CatalogRow<Name>> => execute(context, upserting(name), input);

interface Named {
  readonly id: number;
  readonly nameKey: string;
  readonly suidKey: string | null;
}

interface Decision<Name extends CatalogName> {
  readonly asserts: readonly Assertion[];
  readonly absences: readonly Absence[];
  readonly stored: CatalogRow<Name> | null;
  readonly next: CatalogRow<Name>;
}

const upserting = <Name extends CatalogName>(
  name: Name,
): Command<
  CatalogInput<Name>,
  { records: Bound<CountedRow<Name>>; named: Bound<Named> },
  Decision<Name>,
  CatalogRow<Name>
> => ({
  load: (inputs) => {
    const keys = (texts: readonly (string | null | undefined)[]) =>
      JSON.stringify(texts.flatMap((text) => (text == null ? [] : foldCase(text))));
    return {
      records: recordsById(name)({ ids: JSON.stringify(inputs.flatMap(({ id }) => id ?? [])) }),
      named: recordsNamed(name)({
        names: keys(inputs.map((input) => input.name ?? input.suid)),
        suids: keys(inputs.map(({ suid }) => suid)),
      }),
    };
  },
  decide: ({ records, named }, input) => {
    const { id } = input;
    const stored = id === undefined ? null : requireRecord(name, records, id);
    const next = stored ? revised(stored, input) : first(name, input);
    requireUnique(name, named, next);
    if (stored && stored.suid !== next.suid) requireNotReserved(name, stored);
    catalog[name].require?.(next);
    const absences = stored ? requireFree(name, stored, next) : [];
    return { asserts: [], absences, stored, next };
  },
  write: ({ stored, next }) => [
    stored
      ? update(name, stored, storedFields(name, next) as never, { action: "updated" })
      : create(name, storedFields(name, next) as never, { action: "created" }),
  ],
  answer: ({ next }, [logged]) => ({ ...next, id: logged!.id }),
});

const compiled = new Map<CatalogName, Statement<Named>>();

/** The records of a resource with any of these folded names or SUIDs (JSON arrays). */
function recordsNamed(name: CatalogName): Statement<Named> {
  let found = compiled.get(name);
  if (!found) compiled.set(name, (found = selectNamed(name)));
  return found;
}

function selectNamed(name: CatalogName): Statement<Named> {
  const { id, nameKey, suidKey } = entities[name];
  return statement(() =>
    query
      .select({ id, nameKey, suidKey })
      .from(entities[name])
      .where(or(inArray(nameKey, each("names")), inArray(suidKey, each("suids")))),
  );
}

/** A new record. Null stands for a default just as absence does. */
function first<Name extends CatalogName>(name: Name, input: CatalogInput<Name>): CatalogRow<Name> {
  const given = Object.entries(input).filter(([, value]) => value != null);
  const suid = input.suid ?? null;
  // The contract takes nothing that has neither a name nor a SUID.
  const text = input.name ?? suid!;
  return withKeys({
    id: 0,
    revNo: 1,
    description: null,
    isActive: true,
    ...catalog[name].blank(text),
    ...Object.fromEntries(given),
    suid,
    name: text,
    // What the entries hold is the input, whose fields are those of the record.
  } as unknown as CatalogRow<Name>);
}

/** The record as it will be. What is absent stays; null, where the contract takes it, clears. */
function revised<Name extends CatalogName>(
  { references: _references, ...stored }: CountedRow<Name>,
  input: CatalogInput<Name>,
): CatalogRow<Name> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return withKeys({
    ...stored,
    ...Object.fromEntries(given),
    revNo: stored.revNo + 1,
    // What the entries hold is the input, whose fields are those of the record.
  } as unknown as CatalogRow<Name>);
}

const withKeys = <Name extends CatalogName>(record: CatalogRow<Name>): CatalogRow<Name> => ({
  ...record,
  nameKey: foldCase(record.name),
  suidKey: record.suid === null ? null : foldCase(record.suid),
});

/** Refuses (`duplicate`) a name or SUID that another record of the resource has. */
function requireUnique(
  resource: CatalogName,
  named: readonly Named[],
  { id, name, nameKey, suid, suidKey }: CatalogRow<CatalogName>,
): void {
  const { noun } = catalog[resource];
  const others = named.filter((other) => other.id !== id);
  if (others.some((other) => other.nameKey === nameKey)) {
    throw new Refusal("duplicate", `The ${noun} ${name} exists.`);
  }
  if (suidKey !== null && others.some((other) => other.suidKey === suidKey)) {
    throw new Refusal("duplicate", `A ${noun} with the SUID ${suid} exists.`);
  }
}
