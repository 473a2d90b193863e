import * as z from "zod";
import {
  filledBytes,
  id,
  nameBytes,
  needingOne,
  orderNo,
  record,
  revision,
  textBytes,
} from "./fields.ts";
import { body, okResponse, pageQuery, problemsOfRead, problemsOfWrite } from "./responses.ts";
import { sentPin } from "./pin.ts";
import { rolesFor } from "./roles.ts";
import { route, writeRoute } from "./route.ts";
import { type Infer, ruleText, schema } from "./schema.ts";

const SignedEntity = schema("SignedEntity", "A kind of record that people sign.", () =>
  z.enum(["BatchHold", "BomVersion", "MaterialItem", "Product", "WorksOrder"]),
);

const meaningNote = {
  description: "The name or the SUID of the signature meaning. Not case sensitive.",
};

/** The kinds of record that have a name of their own besides their id. */
const natural = [
  ["visualSerialNo", "MaterialItem"],
  ["orderNo", "WorksOrder"],
] as const;

const isOfItsKind = (sent: Readonly<Record<string, unknown>>) =>
  natural.every(([field, entity]) => sent[field] === undefined || sent["entity"] === entity);

const SignatureRequest = schema(
  "SignatureRequest",
  "The record to sign, as it was read, and what the signature means.",
  () =>
    needingOne(
      z
        .strictObject({
          entity: SignedEntity(),
          id: id().optional().meta({ description: "The id of the record." }),
          visualSerialNo: filledBytes(400)
            .optional()
            .meta({ [ruleText]: "Instead of the id of a MaterialItem." }),
          orderNo: orderNo()
            .optional()
            .meta({ [ruleText]: "Instead of the id of a WorksOrder." }),
          revNo: revision().meta({
            description: "The revision of the record that was read and is signed.",
            [ruleText]: "If it is not the current one, the request is refused.",
          }),
          meaning: filledBytes(250).meta(meaningNote),
          comment: textBytes(2000).nullish(),
          pin: sentPin()
            .optional()
            .meta({
              format: "password",
              writeOnly: true,
              description:
                "The PIN of the caller's user. Without it, the request is sent with a session that " +
                "began at most 5 minutes ago.",
            }),
        })
        .refine(isOfItsKind, {
          error: "`visualSerialNo` is of a MaterialItem, `orderNo` of a WorksOrder.",
        }),
      "id",
      "visualSerialNo",
      "orderNo",
    ),
);

const SignatureFilter = schema(
  "SignatureFilter",
  "Selects signatures. All fields that are sent must match.",
  () =>
    z
      .strictObject({
        entity: SignedEntity().optional(),
        id: id()
          .optional()
          .meta({
            description: "The id of the signed record.",
            [ruleText]: "It needs the entity.",
          }),
        visualSerialNo: nameBytes(400)
          .optional()
          .meta({ description: "The serial of the signed item. Not case sensitive." }),
        user: nameBytes(250)
          .optional()
          .meta({ description: "The present name of the signer. Not case sensitive." }),
        userID: id().optional().meta({ description: "The id of the signer." }),
        meaning: nameBytes(250).optional().meta(meaningNote),
        covers: z.boolean().optional().meta({
          description:
            "True: those that cover the record as it is now. False: those of an earlier revision.",
        }),
      })
      .refine((filter) => filter.id === undefined || filter.entity !== undefined, {
        path: ["id"],
        error: "An id needs its entity.",
      })
      .meta({ dependentRequired: { id: ["entity"] } }),
);

/** The fields of a signature that never change. */
export const signatureFields = () => ({
  id: record.id().meta({ description: "The id of the signature." }),
  entity: SignedEntity(),
  recordID: record.id().meta({ description: "The id of the signed record." }),
  recordRevNo: record
    .revision()
    .meta({ description: "The revision of the record that is signed." }),
  digest: record.text().meta({
    description:
      "The SHA-256, as base64url, of the change that made this revision: the digest in its seal.",
  }),
  meaning: record.text().meta({ description: "The name of the meaning, as it was then." }),
  userID: record.id().meta({ description: "The id of the signer." }),
  user: record.text().meta({ description: "The name of the signer, as it was then." }),
  roles: z.array(record.text()).meta({ description: "The roles that the signer acted with." }),
  method: z.enum(["session", "pin"]).meta({
    description: "What showed that it was the signer: a fresh sign-in, or the PIN.",
  }),
  at: record.time().meta({ description: "When it was signed." }),
  comment: record.text().nullable(),
});

const Signature = schema(
  "Signature",
  "An electronic signature of a person under one revision of a record.",
  () =>
    z.object({
      ...signatureFields(),
      revNo: record.revision(),
      meaningID: record.id().meta({ description: "The id of the signature meaning." }),
      covers: z.boolean().meta({
        description:
          "Whether the signed revision is the current one. Of the response to Sign: as it was then.",
      }),
    }),
);
export type SignatureRecord = Infer<typeof Signature>;

const signExample = {
  entity: "MaterialItem",
  visualSerialNo: "PUMP-0001",
  revNo: 7,
  meaning: "Verified",
  comment: "Checked against drawing 4711",
};
const signatureExample = {
  id: 5,
  revNo: 1,
  entity: "MaterialItem",
  recordID: 17,
  recordRevNo: 7,
  digest: "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg",
  meaningID: 2,
  meaning: "Verified",
  userID: 3,
  user: "Inspector of line 3",
  roles: ["quality"],
  method: "session",
  at: "2026-01-31T08:00:00.000Z",
  comment: "Checked against drawing 4711",
  covers: true,
};

const tags = ["Signatures"];

/** Electronic signatures. Source: 21 CFR 11, subpart C. */
export const signatureRoutes = {
  sign: writeRoute({
    operationId: "signatureSign",
    method: "post",
    path: "/api/Signature/Sign",
    roles: rolesFor.signing,
    // A signature is made by a person who is there.
    importStage: null,
    tags,
    summary: "Sign a record as it is now",
    request: () => ({ body: body(SignatureRequest(), signExample) }),
    responses: () => ({
      200: okResponse(Signature(), "The signature.", signatureExample),
      ...problemsOfWrite(
        "pin_refused",
        "pin_locked",
        "pin_temporary",
        "sign_in_again",
        "not_found",
        "stale_revision",
        "inactive",
      ),
    }),
  }),
  list: route({
    operationId: "signatureList",
    method: "post",
    path: "/api/Signature/List",
    roles: rolesFor.reading,
    tags,
    summary: "List signatures, and whether they still cover their records",
    request: () => ({
      query: pageQuery(),
      body: body(SignatureFilter(), { entity: "MaterialItem", id: 17 }),
    }),
    responses: () => ({
      200: okResponse(z.array(Signature()), "The matching signatures, by id.", [signatureExample]),
      ...problemsOfRead(),
    }),
  }),
};
