import * as z from "zod";
import { id, record } from "./fields.ts";
import { okResponse, body, problemsOfRead } from "./responses.ts";
import { route } from "./route.ts";
import { schema, type Infer } from "./schema.ts";

/** The newest seal: whoever keeps it can tell later whether what it covers is still the same. */
const Anchor = schema("Anchor", () =>
  z.object({
    id: record.id().meta({ description: "The number of the seal, from 1." }),
    lastSeq: z.int().meta({
      description: "The last row of the change log that it and the seals before it cover.",
    }),
    at: record.time(),
    hash: record.text().meta({ description: "SHA-256 of the seal, as base64url." }),
    signature: record.text().meta({ description: "The Ed25519 signature of the hash." }),
    publicKey: record.text().meta({ description: "The key by which the signature is checked." }),
  }),
);

const AnchorFilter = schema("AnchorFilter", () => z.strictObject({}));

const Verification = schema("VerificationRequest", () =>
  z.strictObject({
    limit: z.int().min(1).max(10_000).optional().meta({
      description: "How many findings are told at most; 1000 unless given.",
    }),
    anchor: z
      .object({ id: id(), hash: z.string().regex(/^[\w-]{43}$/, "43 characters of base64url") })
      .nullish()
      .meta({
        description: "A newest seal as Anchor answered it earlier: it must still be there.",
      }),
  }),
);

/** What is not as it should be: a record of the database, and how. */
const Finding = schema("Finding", () =>
  z.object({ record: record.text(), problem: record.text() }),
);

const Verified = schema("Verified", () =>
  z.object({
    isSound: record.flag().meta({ description: "Whether there are no findings." }),
    findings: z.array(Finding()),
    isCutOff: record.flag().meta({ description: "Whether there are more than were asked for." }),
    seals: z.int().meta({ description: "How many seals there are." }),
    sealed: z.int().meta({ description: "How many rows of the change log they cover." }),
    unsealed: z.int().meta({ description: "How many rows are not sealed yet." }),
    keys: z.array(record.text()).meta({ description: "The public keys that signed." }),
  }),
);

export type AnchorRecord = Infer<typeof Anchor>;

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
    role: "viewer",
    tags,
    summary: "Get the newest seal of the change log, to be kept elsewhere",
    request: () => ({ body: body(AnchorFilter(), {}) }),
    responses: () => ({
      200: okResponse(
        Anchor().nullable(),
        "The newest seal; null where there is none.",
        anchorExample,
      ),
      ...problemsOfRead(),
    }),
  }),
  verify: route({
    operationId: "auditVerify",
    method: "post",
    path: "/api/Audit/Verify",
    role: "admin",
    tags,
    summary: "Check every seal, and hold every table to what the change log comes to",
    request: () => ({
      body: body(Verification(), { anchor: { id: 12, hash: anchorExample.hash } }),
    }),
    responses: () => ({
      200: okResponse(Verified(), "What was found. It takes a while: everything is read.", {
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
      }),
      ...problemsOfRead(),
    }),
  }),
};
