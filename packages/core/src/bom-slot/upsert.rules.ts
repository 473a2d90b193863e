import { type Absence, type Assertion, relyOn, type Revision } from "../engine/index.ts";
import { type Named, requireActive } from "../rules/named.ts";
import {
  noFaults,
  refuseContradictions,
  refuseMissing,
  type Resolved,
  resolveReference,
} from "../rules/id-and-name.ts";
import { requireWithinLimits } from "../rules/limits.ts";
import { mergeCandidates } from "./candidates.rules.ts";
import { candidateTexts, resolveCandidates } from "./candidates.ts";
import type { Merged } from "./merged.ts";
import { requireSameRequirement } from "./pinned.rules.ts";
import { requirePlace } from "./place.ts";
import { mergeSlotProperties } from "./properties.ts";
import {
  type Candidate,
  requireSlot,
  requireSlotUnused,
  type Slot,
  type SlotProperty,
  type StoredSlot,
} from "./slot.ts";
import type { NewSlotInput, SlotFields, SlotUpsertFacts, UpsertSlotInput } from "./upsert.facts.ts";

export interface SlotUpsertDecision {
  readonly asserts: readonly Assertion[];
  readonly absences: readonly Absence[];
  readonly before: StoredSlot | null;
  /** The slot after the upsert, without its parts. */
  readonly after: Omit<Slot, "candidates" | "properties">;
  /** The BoM versions that change with the slot. */
  readonly versions: readonly Revision[];
  readonly candidates: readonly Merged<Candidate>[];
  readonly properties: readonly Merged<SlotProperty>[];
}

const propertiesHere = { field: "Properties", isExact: true } as const;

/**
 * Decides a creation or update. Refuses, in this order: `validation_failed` (a text over the
 * endpoint's limit), `not_found` and `stale_revision` of the slot, `not_found` and
 * `details_contradict`, `inactive` and `too_many` of properties, `inactive`, `in_use` (a used slot
 * moves), as `mergeCandidates` does, and `bom_status`.
 */
export function decideSlotUpsert(
  facts: SlotUpsertFacts,
  input: UpsertSlotInput,
): SlotUpsertDecision {
  const before = input.id === undefined ? null : storedSlot(facts.slots, input);
  const fields = slotFieldsAfter(input, before);
  const place = requirePlace(facts.versions, input, before);
  const { record: slotType, ...newType } = requireSlotType(facts.slotTypes, input, before);
  const resolved = resolveCandidates(before, input.candidates ?? [], facts);
  const properties = input.Properties ?? [];
  const merged = mergeSlotProperties(before, properties, facts.definitions, propertiesHere);
  for (const { subject, isActive, pointer } of place.newlyNamed) {
    requireActive({ isActive }, subject, pointer);
  }
  if (slotType && newType.isChanged) {
    requireActive(slotType, `The build slot type ${slotType.name}`, newType.pointer);
  }
  if (before && place.isMoved) {
    requireSlotUnused(before, "It can't move to another BoM version.");
  }
  const candidates = mergeCandidates(before?.candidates ?? [], resolved);
  const version = { ...place.fields, worksOrders: place.worksOrders };
  const beforeHere = place.isMoved ? null : before;
  requireSameRequirement(version, beforeHere, fields, candidates.candidates);
  const { description, isActive, isRequired, edhrBomRequired, edhrBuildRequired } = fields;
  const { instruction } = input.instruction === undefined && before ? before : input;
  return {
    asserts: [
      ...place.asserts,
      ...(slotType && newType.isChanged ? [relyOn("BuildSlotType", slotType)] : []),
      ...candidates.asserts,
      ...merged.asserts,
    ],
    absences: [
      ...candidates.absences,
      ...(before && place.isMoved ? [["buildsOfSlot", before.id] as const] : []),
    ],
    before,
    after: {
      id: before?.id ?? 0,
      revNo: (before?.revNo ?? 0) + 1,
      ...place.fields,
      bomVersionRevNo: place.versions[0]!.revNo + 1,
      // Without a type in the request, the slot keeps its own.
      buildSlotTypeId: slotType?.id ?? before!.buildSlotTypeId,
      buildSlotType: slotType?.name ?? before!.buildSlotType,
      description,
      isActive,
      isRequired,
      instruction: instruction ?? null,
      edhrBomRequired,
      edhrBuildRequired,
    },
    versions: place.versions,
    candidates: candidates.candidates,
    properties: merged.properties,
  };
}

/** Returns the slot of an update. Refuses texts that are too long, then `not_found`. */
function storedSlot(
  slots: readonly StoredSlot[],
  input: Exclude<UpsertSlotInput, NewSlotInput>,
): StoredSlot {
  const slot = slots.find(({ id }) => id === input.id);
  requireWithinLimits([
    {
      pointer: "/ParentProductName",
      sent: input.ParentProductName,
      limit: { bytes: 50 },
      stored: slot?.parentProductName,
    },
    ...candidateTexts(slot, input.candidates ?? []),
  ]);
  return requireSlot(slots, input.id, "/id", input.revNo);
}

/** The fields of a slot besides its references. */
type OwnFields = Omit<SlotFields, "ParentProductName" | "bom" | "version" | "buildSlotType">;

/** Returns the fields of the slot after the upsert. Absent fields of an update stay. */
function slotFieldsAfter(input: UpsertSlotInput, before: StoredSlot | null): OwnFields {
  if (input.id === undefined) return input;
  // An update of an unknown slot has been refused already.
  const stored = before!;
  return {
    description: input.description ?? stored.description,
    isActive: input.isActive ?? stored.isActive,
    isRequired: input.isRequired ?? stored.isRequired,
    edhrBomRequired: input.edhrBomRequired ?? stored.edhrBomRequired,
    edhrBuildRequired: input.edhrBuildRequired ?? stored.edhrBuildRequired,
  };
}

/** Returns the slot type that a request refers to. Refuses `not_found`, `details_contradict`. */
function requireSlotType(
  records: readonly Named[],
  { buildSlotTypeID: id, buildSlotType: name }: UpsertSlotInput,
  before: StoredSlot | null,
): Resolved<Named> {
  const faults = noFaults();
  const slotType = resolveReference(
    {
      noun: "build slot type",
      records,
      stored: before ? { id: before.buildSlotTypeId, name: before.buildSlotType } : undefined,
      sent: { id, name },
      pointers: { id: "/buildSlotTypeID", name: "/buildSlotType" },
      nameOf: (record) => record.name,
    },
    faults,
  );
  refuseMissing(faults);
  refuseContradictions(faults);
  return slotType;
}
