import type { Logged } from "../database/executor.ts";
import {
  type Change,
  claim,
  type Context,
  create,
  differences,
  execute,
  own,
  storedFields,
  update,
} from "../engine/index.ts";
import { buildSlotType } from "../database/schema/index.ts";
import { countWhereRefused } from "../rules/in-use.ts";
import { foldedNames, recordsNamed } from "../rules/named.ts";
import { candidateChanges, mergedCandidates } from "./candidate-changes.ts";
import { type CandidateInput, loadCandidates } from "./candidates.ts";
import { byId, slotWritten } from "./merged.ts";
import { loadVersions, type PlaceInput } from "./place.ts";
import {
  loadDefinitions,
  propertyChanges,
  propertyDetail,
  type PropertyInput,
} from "./properties.ts";
import { type Slot, slotsById } from "./slot.ts";
import { decideUpsert, type UpsertDecision } from "./upsert.rules.ts";

/** What a slot that is created must have. Numbers are in millionths. */
export interface SlotFields extends PlaceInput {
  readonly description: string;
  readonly buildSlotType: string;
  readonly isActive: boolean;
  readonly isRequired: boolean;
  readonly edhrBomRequired: number;
  readonly edhrBuildRequired: number;
}

interface SlotOptions {
  readonly instruction?: string | null | undefined;
  readonly candidates?: readonly CandidateInput[] | null | undefined;
  readonly Properties?: readonly PropertyInput[] | null | undefined;
}

export type NewSlotInput = SlotFields & SlotOptions & { readonly id?: undefined };

/** With an id an update, in which what is absent stays; else a creation. */
export type UpsertSlotInput =
  | NewSlotInput
  | (SlotOptions & {
      readonly [Field in keyof SlotFields]?: SlotFields[Field] | undefined;
    } & { readonly id: number });

/** Creates or updates a slot with its parts. Source: spec.md, PUT /api/BomSlot/Upsert. */
export const upsertSlot = (context: Context, input: UpsertSlotInput): Promise<Slot> =>
  countWhereRefused((isCounted) =>
    execute(
      context,
      {
        load: (inputs) => loadUpsert(inputs, isCounted),
        decide: decideUpsert,
        write: writeUpsert,
        answer: answerUpsert,
      },
      input,
    ),
  );

const slotTypesNamed = recordsNamed(buildSlotType);

/** All that bears on these upserts, found from what they name alone. */
export function loadUpsert(inputs: readonly UpsertSlotInput[], isCounted: boolean) {
  const ids = inputs.flatMap(({ id }) => id ?? []);
  const candidates = inputs.flatMap((input) => input.candidates ?? []);
  const properties = inputs.flatMap((input) => input.Properties ?? []);
  return {
    slots: ids.length > 0 ? slotsById({ ids: JSON.stringify(ids), isCounted }) : undefined,
    versions: loadVersions(ids, inputs),
    slotTypes: slotTypesNamed({ names: foldedNames(inputs.map((one) => one.buildSlotType)) }),
    definitions: properties.length > 0 ? loadDefinitions(properties) : undefined,
    ...loadCandidates(ids, candidates),
  };
}

function writeUpsert({
  before,
  after,
  versions,
  candidates,
  properties,
}: UpsertDecision): Change[] {
  const written = {
    detail: propertyDetail(properties),
    parts: propertyChanges(properties, before?.id ?? own.id),
  };
  const slot = before
    ? update("BomSlot", before, differences("BomSlot", before, after), {
        action: "updated",
        ...written,
      })
    : create("BomSlot", storedFields("BomSlot", after), { action: "created", ...written });
  const slotId = before?.id ?? slot.id;
  return [
    slot,
    ...versions.map((version) => claim("BomVersion", version, slotWritten(slotId))),
    ...candidateChanges(candidates, slotId),
  ];
}

function answerUpsert(
  { after, candidates, properties }: UpsertDecision,
  logged: readonly Logged[],
): Slot {
  const { id } = logged[0]!;
  return {
    ...after,
    id,
    candidates: byId(mergedCandidates(candidates, id, logged)),
    properties: byId(properties.map((merged) => ({ ...merged.after, bomSlotId: id }))),
  };
}
