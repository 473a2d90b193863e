import * as z from "zod";
import { Bom, bomExample, bomName, BomVersionStatus } from "./bom-record.ts";
import { bomVersionRoutes } from "./bom-version.ts";
import {
  besides,
  bomVersion,
  defaulted,
  distinct,
  filledBytes,
  id,
  nameBytes,
  readRevision,
  textBytes,
  upsert,
} from "./fields.ts";
import { okResponse, body, pageOfSearch, problemsOfRead, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route, writeRoute } from "./route.ts";
import { type Infer, ruleText, schema } from "./schema.ts";
import { likeText, searchText } from "./search.ts";

const VersionEntry = schema("BomVersionEntry", "A version of a BoM to create or update.", () =>
  upsert({
    key: "id",
    needed: { version: bomVersion() },
    others: {
      status: defaulted(BomVersionStatus()).meta({ [ruleText]: "The default is Draft." }),
    },
  }),
);

type VersionEntry = Infer<typeof VersionEntry>;

const versionEntries = () =>
  z
    .array(VersionEntry())
    .max(200)
    .superRefine(distinct("id", (entry: VersionEntry) => entry.id))
    .superRefine(
      distinct(
        "version",
        ({ version }: VersionEntry) => version && `${version.major}.${version.minor}`,
      ),
    )
    .meta({
      [ruleText]:
        "Merged by id, or else by version. No two entries have the same. Absent versions stay.",
    });

const BomUpsert = schema(
  "BomUpsert",
  "A BoM to create or update. The name of its product is case sensitive.",
  () =>
    upsert({
      key: "id",
      needed: {
        name: filledBytes(100).meta(bomName),
        parentProductName: filledBytes(250),
      },
      others: {
        parentProductID: id().optional().meta(besides("parentProductName")),
        description: textBytes(2000).nullish(),
        isActive: defaulted(z.boolean()).meta({ [ruleText]: "The default is true." }),
        versions: versionEntries().nullish(),
      },
    }),
);

const BomOrder = schema(
  "BomOrder",
  "The order of a list of BoMs. `oldest` and `newest` go by id. `bomName` goes by name, without " +
    "regard to case, and `bomNameDescending` the other way round. `lastChanged` has the latest " +
    "change first.",
  () => z.enum(["oldest", "newest", "lastChanged", "bomName", "bomNameDescending"]),
);

const BomFilter = schema(
  "BomFilter",
  "Selects BoMs. All fields that are sent must match. Names are not case sensitive.",
  () =>
    z.strictObject({
      id: id().optional(),
      text: searchText("the name, or that of the product"),
      name: nameBytes(100).optional().meta(bomName),
      nameLike: likeText("the name"),
      parentProductName: nameBytes(250).optional(),
      parentProductNameLike: likeText("the product's name", false),
      isActive: z.boolean().optional(),
      status: BomVersionStatus()
        .optional()
        .meta({ description: "BoMs that have a version with this status." }),
      order: BomOrder()
        .optional()
        .meta({ description: "The order of the BoMs. By default `oldest`." }),
    }),
);

const BomDeletion = schema("BomDeletion", "The BoM to delete. It must be unused.", () =>
  z.strictObject({ id: id(), revNo: readRevision() }),
);

const creationExample = {
  name: "Pump",
  parentProductName: "Pump",
  versions: [{ version: "1.0", status: "Released" }],
};

const tags = ["Bills of material"];

export const bomRoutes = {
  list: route({
    operationId: "bomList",
    method: "post",
    path: "/api/Bom/List",
    roles: rolesFor.reading,
    tags,
    summary: "List BoMs with their versions",
    request: () => ({
      query: pageOfSearch(),
      body: body(BomFilter(), { parentProductName: "Pump" }),
    }),
    responses: () => ({
      200: okResponse(z.array(Bom()), "The matching BoMs, in the order.", [bomExample]),
      ...problemsOfRead(),
    }),
  }),
  upsert: writeRoute({
    operationId: "bomUpsert",
    method: "put",
    path: "/api/Bom/Upsert",
    roles: rolesFor.engineering,
    importStage: "structures",
    tags,
    summary: "Create or update a BoM and its versions",
    request: () => ({ body: body(BomUpsert(), creationExample) }),
    responses: () => ({
      200: okResponse(Bom(), "The created or updated BoM.", bomExample),
      ...problemsOfWrite(
        "not_found",
        "stale_revision",
        "details_contradict",
        "inactive",
        "duplicate",
        "fixed",
        "bom_status",
        "too_many",
        "signature_required",
      ),
    }),
  }),
  remove: writeRoute({
    operationId: "bomDelete",
    method: "delete",
    path: "/api/Bom/Delete",
    roles: rolesFor.engineering,
    importStage: "structures",
    tags,
    summary: "Delete an unused BoM with its versions",
    request: () => ({ body: body(BomDeletion(), { id: 2 }) }),
    responses: () => ({
      200: okResponse(Bom(), "The deleted BoM.", bomExample),
      ...problemsOfWrite("not_found", "stale_revision", "in_use"),
    }),
  }),
  ...bomVersionRoutes,
};
