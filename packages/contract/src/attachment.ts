import * as z from "zod";
import { filledChars, id, nameBytes, readRevision, record, textBytes } from "./fields.ts";
import {
  body,
  digitsToNumber,
  okResponse,
  pageQuery,
  pathId,
  problemsOfGet,
  problemsOfRead,
  problemsOfWrite,
} from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route, writeRoute } from "./route.ts";
import { type Infer, memoized, ruleText, schema } from "./schema.ts";

/** The kinds of record that attachments belong to. */
export const attachedEntities = ["MaterialItem", "BomSlot", "Product", "WorksOrder"] as const;

/** The most bytes of an attachment: 25 MiB. */
export const attachmentBytesMax = 25 * 1_048_576;

const AttachedEntity = schema(
  "AttachedEntity",
  "A kind of record that attachments belong to.",
  () => z.enum(attachedEntities),
);

const fileNameRule = "The name of a file, without slashes.";

const about = {
  entityID: "The id of the record that it belongs to.",
  fileName: "The name of the file. It is a text: the service keeps the content under its digest.",
  sha256: "The SHA-256 digest of the content, in hexadecimal.",
};

const description = () =>
  textBytes(2000).optional().meta({ description: "A text that says what the file shows." });

const Target = memoized(() =>
  z.strictObject({
    entity: AttachedEntity().meta({
      description: "The kind of the record that it belongs to.",
      example: "MaterialItem",
    }),
    entityID: digitsToNumber()
      .pipe(id())
      .meta({ type: "integer", minimum: 1, example: 17, description: about.entityID }),
    fileName: filledChars(200)
      .refine((name) => !/[/\\]/.test(name), { error: fileNameRule })
      .meta({
        description:
          "The name of the file. Its ending says the type: png, jpg, jpeg, webp, pdf, txt, csv, " +
          "json, step or stp.",
        example: "weld.jpg",
        [ruleText]: fileNameRule,
      }),
    description: description(),
  }),
);

const AttachmentFilter = schema(
  "AttachmentFilter",
  "Selects attachments. All fields that are sent must match.",
  () =>
    z
      .strictObject({
        id: id().optional(),
        entity: AttachedEntity().optional().meta({ description: "The kind of the record." }),
        entityID: id()
          .optional()
          .meta({ description: about.entityID, [ruleText]: "It needs the entity." }),
        sha256: nameBytes(64)
          .regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits, in lower case.")
          .optional()
          .meta({ description: about.sha256 }),
        includeRemoved: z
          .boolean()
          .optional()
          .meta({ description: "Whether removed attachments are listed too." }),
      })
      .refine(({ entity, entityID }) => entityID === undefined || entity !== undefined, {
        path: ["entity"],
        error: "An id needs its entity.",
      })
      .meta({ dependentRequired: { entityID: ["entity"] } }),
);

const AttachmentKey = schema("AttachmentKey", "An attachment.", () => z.strictObject({ id: id() }));

const AttachmentRemoval = schema("AttachmentRemoval", "The attachment to remove, and why.", () =>
  z.strictObject({
    id: id(),
    revNo: readRevision(),
    comment: textBytes(2000).nullish(),
  }),
);

const Attachment = schema("Attachment", "A file that belongs to a record.", () =>
  z.object({
    id: record.id(),
    revNo: record.revision(),
    entity: AttachedEntity().meta({ description: "The kind of the record that it belongs to." }),
    entityID: record.id().meta({ description: about.entityID }),
    fileName: record.text().meta({ description: about.fileName }),
    mediaType: record.text().meta({ description: "The media type of the content." }),
    size: z.int().meta({ description: "The number of bytes of the content." }),
    sha256: record.text().meta({ description: about.sha256 }),
    description: record.text().nullable().meta({ description: "What the file shows." }),
    createdAt: record.time().meta({ description: "When it was uploaded." }),
    userID: record.id().nullable().meta({ description: "The id of the user who uploaded it." }),
    removedAt: record
      .time()
      .nullable()
      .meta({ description: "When it was removed from its record. Null if it was not." }),
  }),
);
export type AttachmentRecord = Infer<typeof Attachment>;

const example = {
  id: 1,
  revNo: 1,
  entity: "MaterialItem",
  entityID: 17,
  fileName: "weld.jpg",
  mediaType: "image/jpeg",
  size: 1_834_221,
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  description: "The weld of the housing",
  createdAt: "2026-01-31T08:00:00.000Z",
  userID: 2,
  removedAt: null,
};

/** Bytes, as generators of clients know them: each makes a file or a stream of it. */
const octets = () => ({
  "application/octet-stream": {
    schema: z.string().meta({ format: "binary" }),
    example: "The bytes of the file",
  },
});

const tags = ["Attachments"];

/** The files of items, works orders, products and slots. */
export const attachmentRoutes = {
  upload: writeRoute({
    operationId: "attachmentUpload",
    method: "post",
    path: "/api/Attachment/Upload",
    roles: rolesFor.attaching,
    // Its content is in no file of a table.
    importStage: null,
    tags,
    summary: "Attach a file to an item, a works order, a product or a slot",
    request: () => ({
      query: Target(),
      body: {
        required: true as const,
        description:
          "The bytes of the file, at most 25 MiB, with their number in `Content-Length`. The media " +
          "type of the file can be sent in place of `application/octet-stream`.",
        content: octets(),
      },
    }),
    responses: () => ({
      200: okResponse(
        Attachment(),
        "The attachment. If the record has one with the same content already, it is that one.",
        example,
      ),
      ...problemsOfWrite("not_found", "too_many", "attachments_off"),
    }),
  }),
  list: route({
    operationId: "attachmentList",
    method: "post",
    path: "/api/Attachment/List",
    roles: rolesFor.reading,
    tags,
    summary: "List attachments",
    request: () => ({
      query: pageQuery(),
      body: body(AttachmentFilter(), { entity: "MaterialItem", entityID: 17 }),
    }),
    responses: () => ({
      200: okResponse(z.array(Attachment()), "The matching attachments, by id.", [example]),
      ...problemsOfRead(),
    }),
  }),
  get: route({
    operationId: "attachmentGet",
    method: "post",
    path: "/api/Attachment/Get",
    roles: rolesFor.reading,
    tags,
    summary: "Return what is known of an attachment",
    request: () => ({ body: body(AttachmentKey(), { id: 1 }) }),
    responses: () => ({
      200: okResponse(Attachment(), "The attachment.", example),
      ...problemsOfRead("not_found"),
    }),
  }),
  content: route({
    operationId: "attachmentContent",
    method: "get",
    path: "/api/Attachment/Content/{id}",
    roles: rolesFor.reading,
    tags,
    summary: "Return the content of an attachment, also of a removed one",
    request: () => ({ params: pathId() }),
    responses: () => ({
      200: {
        description:
          "The bytes that were uploaded. `Content-Disposition` has the name of the file, and " +
          "`Repr-Digest` the digest.",
        content: octets(),
      },
      ...problemsOfGet("validation_failed", "not_found", "attachments_off"),
    }),
  }),
  remove: writeRoute({
    operationId: "attachmentRemove",
    method: "post",
    path: "/api/Attachment/Remove",
    roles: rolesFor.releasing,
    importStage: null,
    tags,
    summary: "Remove an attachment from its record; its content stays",
    request: () => ({ body: body(AttachmentRemoval(), { id: 1, comment: "The wrong unit" }) }),
    responses: () => ({
      200: okResponse(Attachment(), "The attachment that was removed.", {
        ...example,
        revNo: 2,
        removedAt: "2026-01-31T09:00:00.000Z",
      }),
      ...problemsOfWrite("not_found", "stale_revision"),
    }),
  }),
};
