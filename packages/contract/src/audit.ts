import * as z from "zod";
import { id, nameText, record } from "./fields.ts";
import { okResponse, body, pageQuery, problemsOfRead, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route, writeRoute } from "./route.ts";
import { schema, type Infer } from "./schema.ts";
import { filled, textBytes } from "./text.ts";

const sealFields = () => ({
  id: record.id().meta({ description: "The number of the seal, starting at 1." }),
  lastSeq: z.int().meta({
    description: "The last row of the change log that this seal and the earlier seals cover.",
  }),
  at: record.time().meta({ description: "When the seal was made." }),
  hash: record.text(),
  signature: record.text().meta({ description: "The Ed25519 signature of the hash." }),
  publicKey: record.text().meta({ description: "The key that verifies the signature." }),
});

const Anchor = schema(
  "Anchor",
  "The newest seal of the change log. A client that keeps it can check later that the rows it " +
    "covers are unchanged.",
  () => z.object(sealFields()),
);

const Seal = schema("Seal", "A seal of the change log. It can be kept as an anchor.", () =>
  z.object({
    ...sealFields(),
    firstSeq: z.int().meta({ description: "The first row of the change log that it covers." }),
  }),
);

const SealFilter = schema("SealFilter", "An empty object: all seals.", () => z.strictObject({}));

const AnchorFilter = schema("AnchorFilter", "An empty object.", () => z.strictObject({}));

const KeptAnchor = schema("KeptAnchor", "A seal that Anchor returned earlier.", () =>
  z.object({
    id: id().meta({ description: "The number of the seal." }),
    hash: nameText().regex(/^[\w-]{43}$/, "43 characters of base64url."),
  }),
);

const Verification = schema("VerificationRequest", "The options of a verification.", () =>
  z.strictObject({
    limit: z.int().min(1).max(10_000).optional().meta({
      description: "The maximum number of findings to return. The default is 1000.",
    }),
    anchor: KeptAnchor().nullish().meta({
      description: "A seal that Anchor returned earlier. The change log must still have it.",
    }),
  }),
);

const Finding = schema(
  "Finding",
  "A record of the database that is wrong, and the problem with it.",
  () =>
    z.object({
      record: record.text(),
      problem: record
        .text()
        .meta({ description: "The difference from the change log, or the damage." }),
    }),
);

const Verified = schema("Verified", "The result of a verification.", () =>
  z.object({
    isSound: record.flag().meta({ description: "True if there are no findings." }),
    findings: z.array(Finding()),
    isCutOff: record
      .flag()
      .meta({ description: "True if there are more findings than the limit." }),
    seals: z.int().meta({ description: "The number of seals." }),
    sealed: z
      .int()
      .meta({ description: "The number of rows of the change log that the seals cover." }),
    unsealed: z.int().meta({ description: "The number of rows that no seal covers yet." }),
    keys: z.array(record.text()).meta({ description: "The public keys that signed the seals." }),
    contents: z
      .int()
      .nullable()
      .meta({
        description:
          "The number of contents of attachments that were compared with their digests. Null if the " +
          "service has no place for attachments, or if an earlier check found what hides them.",
      }),
  }),
);

const AnchorName = schema("AnchorName", "A seal by its number and hash.", () =>
  z.object({
    id: record.id().meta({ description: "The number of the seal; 0 before the first one." }),
    lastSeq: z.int().meta({ description: "The last row of the change log that it covers." }),
    hash: record.text().meta({ description: "The hash of the seal; empty before the first one." }),
  }),
);

const TakeOverRequest = schema("TakeOver", "The reason to accept the record as it is.", () =>
  z.strictObject({
    comment: filled(textBytes(2000)).meta({
      description: "Why the record is accepted as it is.",
    }),
  }),
);

const TakenOver = schema("TakenOver", "The kept anchor before and after a take-over.", () =>
  z.object({
    before: AnchorName().nullable().meta({
      description: "The anchor that the record need not follow any more; null if none was kept.",
    }),
    after: AnchorName().nullable().meta({
      description: "The newest seal, which is kept now; null if nothing is sealed.",
    }),
  }),
);

export type AnchorRecord = Infer<typeof Anchor>;
export type SealRecord = Infer<typeof Seal>;

const anchorExample = {
  id: 12,
  lastSeq: 1180,
  at: "2026-01-31T08:00:00.000Z",
  hash: "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg",
  signature:
    "5pF6kQ0mT1W8sFJ7D2n0t7Xj3cG4bX0ZyVh8uQvYwq8K1n2o3p4q5r6s7t8u9v0wxyzABCDEFGHIJKLMNOPQRg",
  publicKey: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
};

const tags = ["Audit"];

export const auditRoutes = {
  anchor: route({
    operationId: "auditAnchor",
    method: "post",
    path: "/api/Audit/Anchor",
    roles: rolesFor.reading,
    tags,
    summary: "Get the newest seal of the change log, to keep it elsewhere",
    request: () => ({ body: body(AnchorFilter(), {}) }),
    responses: () => ({
      200: okResponse(
        Anchor().nullable(),
        "The newest seal, or null if there is none.",
        anchorExample,
      ),
      ...problemsOfRead(),
    }),
  }),
  listSeals: route({
    operationId: "auditListSeals",
    method: "post",
    path: "/api/Audit/ListSeals",
    roles: rolesFor.reading,
    tags,
    summary: "List the seals of the change log",
    request: () => ({ query: pageQuery(), body: body(SealFilter(), {}) }),
    responses: () => ({
      200: okResponse(z.array(Seal()), "The seals, the newest first.", [
        { ...anchorExample, firstSeq: 1161 },
      ]),
      ...problemsOfRead(),
    }),
  }),
  verify: route({
    operationId: "auditVerify",
    method: "post",
    path: "/api/Audit/Verify",
    roles: rolesFor.verifying,
    tags,
    summary: "Check every seal, and compare every table with the change log",
    request: () => ({
      body: body(Verification(), { anchor: { id: 12, hash: anchorExample.hash } }),
    }),
    responses: () => ({
      200: okResponse(
        Verified(),
        "The findings. The check takes a while, because it reads everything.",
        {
          isSound: false,
          findings: [
            {
              record: "MaterialItem 7 (PUMP-0002)",
              problem: 'its batchNo is "B-2", and the change log says "B-1"',
            },
          ],
          isCutOff: false,
          seals: 12,
          sealed: 1180,
          unsealed: 3,
          keys: [anchorExample.publicKey],
          contents: 214,
        },
      ),
      ...problemsOfRead(),
    }),
  }),
  takeOver: writeRoute({
    operationId: "auditTakeOver",
    method: "post",
    path: "/api/Audit/TakeOver",
    roles: rolesFor.administration,
    importStage: "integrations",
    tags,
    summary: "Accept a record that does not follow the kept anchor, with a reason",
    request: () => ({
      body: body(TakeOverRequest(), {
        comment: "The disk failed. The backup of 30 January was restored.",
      }),
    }),
    responses: () => ({
      200: okResponse(
        TakenOver(),
        "The anchors. From now on, new rows are sealed, and the record must follow the new anchor.",
        {
          before: { id: 14, lastSeq: 1316, hash: "Zm9yLWV4YW1wbGUtYW4tZWFybGllci1zZWFsLWhhc2g" },
          after: { id: 12, lastSeq: 1180, hash: anchorExample.hash },
        },
      ),
      ...problemsOfWrite(),
    }),
  }),
};
