import * as z from "zod";
import { Bom, bomExample, BomVersion, BomVersionStatus } from "./bom-record.ts";
import { BomSlot, BomSlotCandidate, slotExample } from "./bom-slot-record.ts";
import { bomVersion, defaulted, nameBytes } from "./fields.ts";
import { okResponse, body, problemsOfRead, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route, writeRoute } from "./route.ts";
import { type Infer, ruleText, schema } from "./schema.ts";

const named = () => ({ parentProductName: nameBytes(250), bom: nameBytes(100) });

const BomVersionCopy = schema(
  "BomVersionCopy",
  "A version of a BoM to copy, and the number of its copy. Names are not case sensitive.",
  () =>
    z.strictObject({
      ...named(),
      from: bomVersion().meta({ description: "The version to copy." }),
      to: bomVersion().meta({
        description: "The version to create.",
        [ruleText]: "The BoM must not have it yet.",
      }),
      status: defaulted(BomVersionStatus()).meta({ [ruleText]: "The default is Draft." }),
    }),
);

const BomVersionPair = schema(
  "BomVersionPair",
  "Versions of a BoM to compare. Names are not case sensitive.",
  () =>
    z.strictObject({
      ...named(),
      from: bomVersion()
        .optional()
        .meta({
          description: "The earlier version.",
          [ruleText]: "Without it, every slot of the later version counts as added.",
        }),
      to: bomVersion().meta({ description: "The later version." }),
    }),
);

const BomDifferenceKind = schema(
  "BomDifferenceKind",
  "How the later version differs from the earlier one.",
  () => z.enum(["Added", "Removed", "Changed"]),
);

const kind = () =>
  BomDifferenceKind().meta({ description: "Whether it was added, removed or changed." });
const earlier = "As the earlier version has it; null if it has none.";
const later = "As the later version has it; null if it has none.";
const fieldsThatDiffer = () =>
  z.array(z.string()).meta({
    description:
      "The fields whose values differ, by name. Empty for one that was added or removed.",
  });

const BomCandidateDifference = schema(
  "BomCandidateDifference",
  "A candidate that differs. Candidates are matched by product and version, then by product.",
  () =>
    z.object({
      kind: kind(),
      from: BomSlotCandidate().nullable().meta({ description: earlier }),
      to: BomSlotCandidate().nullable().meta({ description: later }),
      fields: fieldsThatDiffer(),
    }),
);

const BomSlotDifference = schema(
  "BomSlotDifference",
  "A slot that differs. Slots are matched by description and type, then by description, then by " +
    "the products of their candidates.",
  () =>
    z.object({
      kind: kind(),
      from: BomSlot().nullable().meta({ description: earlier }),
      to: BomSlot().nullable().meta({ description: later }),
      fields: fieldsThatDiffer(),
      properties: z.array(z.string()).meta({
        description: "The properties whose values differ, by name.",
      }),
      candidates: z.array(BomCandidateDifference()).meta({
        description: "The candidates that differ, if the slot is in both versions.",
      }),
    }),
);

const BomComparison = schema("BomComparison", "What differs between two versions of a BoM.", () =>
  z.object({
    from: BomVersion().nullable().meta({
      description: "The earlier version; null if the request has none.",
    }),
    to: BomVersion().meta({ description: "The later version." }),
    slots: z.array(BomSlotDifference()).meta({
      description:
        "The slots that differ, in the order of the later version. Removed slots come last.",
    }),
  }),
);

export type BomComparisonRecord = Infer<typeof BomComparison>;

const pairExample = { parentProductName: "Pump", bom: "Pump", from: "1.0", to: "1.1" };
const secondVersion = { id: 9, revNo: 1, version: "1.1", status: "Draft" };
const slotAfter = { ...slotExample, id: 21, version: "1.1", bomVersionID: 9 };

const tags = ["Bills of material"];

export const bomVersionRoutes = {
  copyVersion: writeRoute({
    operationId: "bomCopyVersion",
    method: "put",
    path: "/api/Bom/CopyVersion",
    roles: rolesFor.engineering,
    importStage: "structures",
    tags,
    summary: "Copy a version of a BoM with its slots, candidates and properties",
    request: () => ({ body: body(BomVersionCopy(), pairExample) }),
    responses: () => ({
      200: okResponse(Bom(), "The BoM with the new version.", {
        ...bomExample,
        revNo: 2,
        versions: [...bomExample.versions, secondVersion],
      }),
      ...problemsOfWrite("not_found", "duplicate", "too_many"),
    }),
  }),
  compare: route({
    operationId: "bomCompare",
    method: "post",
    path: "/api/Bom/Compare",
    roles: rolesFor.reading,
    tags,
    summary: "Compare two versions of a BoM",
    request: () => ({ body: body(BomVersionPair(), pairExample) }),
    responses: () => ({
      200: okResponse(BomComparison(), "What differs.", {
        from: bomExample.versions[0]!,
        to: secondVersion,
        slots: [
          {
            kind: "Changed",
            from: slotExample,
            to: { ...slotAfter, instruction: "Grease both seals twice." },
            fields: ["instruction"],
            properties: [],
            candidates: [],
          },
        ],
      }),
      ...problemsOfRead("not_found"),
    }),
  }),
};
