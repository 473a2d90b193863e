import type { RowsOf } from "../engine/index.ts";
import { buildSlotType } from "../database/schema/index.ts";
import { idsAndNames, recordsReferredTo } from "../rules/named.ts";
import { type CandidateInput, loadCandidates } from "./candidates.ts";
import { loadVersions, type PlaceInput } from "./place.ts";
import { loadDefinitions, type PropertyInput } from "./properties.ts";
import { storedSlotsById } from "./slot.ts";

/** The required fields of a new slot. Numbers are in millionths. */
export interface SlotFields extends PlaceInput {
  readonly description: string;
  readonly buildSlotType: string;
  readonly isActive: boolean;
  readonly isRequired: boolean;
  readonly edhrBomRequired: number;
  readonly edhrBuildRequired: number;
}

interface SlotOptions {
  readonly parentProductID?: number | undefined;
  readonly bomID?: number | undefined;
  readonly bomVersionID?: number | undefined;
  readonly buildSlotTypeID?: number | undefined;
  readonly instruction?: string | null | undefined;
  readonly candidates?: readonly CandidateInput[] | null | undefined;
  readonly Properties?: readonly PropertyInput[] | null | undefined;
}

export type NewSlotInput = SlotFields &
  SlotOptions & { readonly id?: undefined; readonly revNo?: undefined };

/** An update if it has an id, otherwise a creation. Absent fields keep their values. */
export type UpsertSlotInput =
  | NewSlotInput
  | (SlotOptions & {
      readonly [Field in keyof SlotFields]?: SlotFields[Field] | undefined;
    } & {
      readonly id: number;
      /** The revision that was read; without it, the slot is updated as it is. */
      readonly revNo?: number | undefined;
    });

const slotTypesReferredTo = recordsReferredTo(buildSlotType);

/** Returns the statements that read all facts for the inputs. */
export function loadSlotUpsert(inputs: readonly UpsertSlotInput[], isCounted: boolean) {
  const ids = inputs.flatMap(({ id }) => id ?? []);
  const candidates = inputs.flatMap((input) => input.candidates ?? []);
  const properties = inputs.flatMap((input) => input.Properties ?? []);
  return {
    slots: ids.length > 0 ? storedSlotsById({ ids: JSON.stringify(ids), isCounted }) : undefined,
    versions: loadVersions(ids, inputs, isCounted),
    slotTypes: slotTypesReferredTo(
      idsAndNames(
        inputs.map((one) => one.buildSlotTypeID),
        inputs.map((one) => one.buildSlotType),
      ),
    ),
    definitions: properties.length > 0 ? loadDefinitions(properties) : undefined,
    ...loadCandidates(ids, candidates),
  };
}

export type SlotUpsertFacts = RowsOf<ReturnType<typeof loadSlotUpsert>>;
