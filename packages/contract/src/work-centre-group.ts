import * as z from "zod";
import {
  besides,
  filledBytes,
  filledChars,
  id,
  nameChars,
  readRevision,
  record,
  upsert,
} from "./fields.ts";
import { okResponse, body, pageQuery, problemsOfRead, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route, writeRoute } from "./route.ts";
import { type Infer, ruleText, schema } from "./schema.ts";

/** NUMBER(1,0). The design permits only 0 and 1. */
const flagRule = "0 or 1.";
const isControlled = () => z.int(flagRule).min(0, flagRule).max(1, flagRule);

/** The spec gives a work centre's name no size. It has the size of the group's name. */
const workCentreNames = () => z.array(filledBytes(250)).max(1000);

const GroupFilter = schema(
  "WorkCentreGroupFilter",
  "Selects work centre groups. All fields that are sent must match.",
  () =>
    z.strictObject({
      ID: id().optional(),
      SUID: nameChars(500).optional(),
      Name: nameChars(200).optional(),
      isControlled: isControlled().optional(),
      WorkCentres: workCentreNames().optional().meta({
        description: "Selects groups with all of these work centres. Not case sensitive.",
      }),
    }),
);

const GroupUpsert = schema(
  "WorkCentreGroupUpsert",
  "A work centre group to create or update.",
  () =>
    upsert({
      key: "ID",
      needed: {},
      others: {
        SUID: filledChars(500).nullish(),
        Name: filledBytes(250).nullish(),
        isControlled: isControlled()
          .nullish()
          .meta({ [ruleText]: "Null means 0." }),
        WorkCentres: workCentreNames()
          .nullish()
          .meta({
            [ruleText]: "Replaces the set. A work centre with a new name is created.",
          }),
        workCentreIDs: z
          .array(id())
          .max(1000)
          .refine((ids) => new Set(ids).size === ids.length, {
            error: "Names a work centre twice.",
          })
          .nullish()
          .meta({ [ruleText]: `Each is named once. ${besides("WorkCentres")[ruleText]}` }),
      },
    }),
);

const GroupDeletion = schema(
  "WorkCentreGroupDeletion",
  "The group to delete. It must have no work centres.",
  () => z.strictObject({ ID: id(), revNo: readRevision() }),
);

/** Source: spec.md, Work centre group. */
const WorkCentreGroup = schema("WorkCentreGroup", "A named group of work centres.", () =>
  z.object({
    ID: record.id(),
    revNo: record.revision(),
    SUID: record.text().nullable(),
    Name: record.text().nullable(),
    isControlled: isControlled(),
    WorkCentres: z.array(record.text()),
    workCentreIDs: z.array(record.id()),
  }),
);

export type WorkCentreGroupRecord = Infer<typeof WorkCentreGroup>;

const creationExample = { Name: "Presses", isControlled: 1, WorkCentres: ["Press 1", "Press 2"] };

const groupExample = {
  ID: 1,
  revNo: 1,
  SUID: null,
  Name: "Presses",
  isControlled: 1,
  WorkCentres: ["Press 1", "Press 2"],
  workCentreIDs: [1, 2],
};

const tags = ["Work centre groups"];

export const workCentreGroupRoutes = {
  list: route({
    operationId: "workCentreGroupList",
    method: "post",
    path: "/api/WorkCentreGroup/List",
    roles: rolesFor.reading,
    tags,
    summary: "List work centre groups",
    request: () => ({
      query: pageQuery(),
      body: body(GroupFilter(), { WorkCentres: ["Press 1"] }),
    }),
    responses: () => ({
      200: okResponse(z.array(WorkCentreGroup()), "The matching groups, by id.", [groupExample]),
      ...problemsOfRead(),
    }),
  }),
  upsert: writeRoute({
    operationId: "workCentreGroupUpsert",
    method: "put",
    path: "/api/WorkCentreGroup/Upsert",
    roles: rolesFor.engineering,
    importStage: "structures",
    tags,
    summary: "Create or update a work centre group",
    request: () => ({
      body: body(GroupUpsert(), creationExample),
    }),
    responses: () => ({
      200: okResponse(WorkCentreGroup(), "The created or updated group.", groupExample),
      ...problemsOfWrite(
        "not_found",
        "stale_revision",
        "details_contradict",
        "duplicate",
        "inactive",
      ),
    }),
  }),
  remove: writeRoute({
    operationId: "workCentreGroupDelete",
    method: "delete",
    path: "/api/WorkCentreGroup/Delete",
    roles: rolesFor.engineering,
    importStage: "structures",
    tags,
    summary: "Delete a work centre group without work centres",
    request: () => ({ body: body(GroupDeletion(), { ID: 1 }) }),
    responses: () => ({
      200: okResponse(WorkCentreGroup(), "The deleted group.", {
        ...groupExample,
        WorkCentres: [],
        workCentreIDs: [],
      }),
      ...problemsOfWrite("not_found", "stale_revision", "in_use"),
    }),
  }),
};
