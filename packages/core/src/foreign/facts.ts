import { and, eq, getTableColumns, inArray, or, sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { foreignSeal, foreignUnit, materialItem, plant } from "../database/schema/index.ts";
import { type RowOf, statement } from "../database/statement.ts";
import { foldedNames } from "../rules/named.ts";
import { foldCase } from "../values/fold-case.ts";
import type { ForeignDocument } from "./document.ts";

/** The plant that a receipt names, and its document. */
export interface OriginInput {
  /** The plant that it comes from. */
  readonly origin?: string | null | undefined;
  /** The document that came with it. */
  readonly document?: ForeignDocument | undefined;
}

const selectPlants = () =>
  query
    .select(getTableColumns(plant))
    .from(plant)
    .where(or(inArray(plant.suidKey, each("keys")), inArray(plant.nameKey, each("keys"))));
const plantsByKey = statement(selectPlants);
export type Plant = RowOf<ReturnType<typeof selectPlants>>;

/** The plants that are named by any of the `keys`, as a subquery. */
const plantIds = () => sql`(select id from plant where suid_key in ${each("keys")}
  or name_key in ${each("keys")})`;

const selectUnits = () =>
  query
    .select({
      plantId: foreignUnit.plantId,
      serialKey: foreignUnit.serialKey,
      dispatchRevNo: foreignUnit.dispatchRevNo,
      itemId: materialItem.id,
      visualSerialNo: materialItem.visualSerialNo,
    })
    .from(foreignUnit)
    .innerJoin(materialItem, eq(materialItem.id, foreignUnit.materialItemId))
    .where(
      and(
        sql`${foreignUnit.plantId} in ${plantIds()}`,
        inArray(foreignUnit.serialKey, each("units")),
        eq(foreignUnit.isVoided, false),
      ),
    );
/** The dispatches of these units that were received. */
const unitsReceived = statement(selectUnits);

const selectSeals = () =>
  query
    .select({
      plantId: foreignSeal.plantId,
      sealId: foreignSeal.sealId,
      hash: foreignSeal.hash,
      previous: foreignSeal.previous,
      at: foreignSeal.at,
    })
    .from(foreignSeal)
    .where(
      sql`${foreignSeal.plantId} in ${plantIds()} and (${foreignSeal.sealId} in ${each("seals")}
        or ${foreignSeal.id} in (select (select last.id from foreign_seal as last
          where last.plant_id = named.id order by last.seal_id desc limit 1)
          from plant as named where named.id in ${plantIds()}))`,
    );
/** The seals that earlier documents had: those next to these seals, and the newest of each plant. */
const sealsSeen = statement(selectSeals);

/** Reads what receipts from other plants are decided by. */
export function loadOrigins(inputs: readonly OriginInput[]) {
  const origins = inputs.flatMap(({ origin }) => origin ?? []);
  const documents = inputs.flatMap(({ document }) => document ?? []);
  const keys = foldedNames(origins);
  const ids = documents.flatMap(({ seals }) => seals.flatMap(({ id }) => [id - 1, id, id + 1]));
  const isSent = documents.length > 0;
  return {
    plants: origins.length > 0 ? plantsByKey({ keys }) : undefined,
    dispatches: isSent
      ? unitsReceived({
          keys,
          units: foldedNames(documents.map(({ unit }) => unit.visualSerialNo)),
        })
      : undefined,
    seals: isSent ? sealsSeen({ keys, seals: JSON.stringify([...new Set(ids)]) }) : undefined,
  };
}

export type ReceivedUnit = RowOf<ReturnType<typeof selectUnits>>;
export type KnownSeal = RowOf<ReturnType<typeof selectSeals>>;

/** The facts of receipts from other plants. */
export interface OriginFacts {
  readonly plants: Plant[];
  readonly dispatches: ReceivedUnit[];
  readonly seals: KnownSeal[];
}

/** Finds the plant whose SUID, or else whose name, a text is. */
export function plantNamed(plants: readonly Plant[], name: string): Plant | undefined {
  const key = foldCase(name);
  return (
    plants.find(({ suidKey }) => suidKey === key) ?? plants.find(({ nameKey }) => nameKey === key)
  );
}
