import * as z from "zod";
import { filledBytes, nameBytes, record } from "./fields.ts";
import { roleOfRequest } from "./role.ts";
import { ruleText, schema } from "./schema.ts";

export const SignedOperation = schema(
  "SignedOperation",
  "What a rule about signatures is for: the Complete of a unit, also with its order; the end of a " +
    "hold of an item or a batch; Void; the release of a BoM version; and `allowIncomplete` of " +
    "Complete and Dispatch.",
  () => z.enum(["complete", "release", "void", "bomRelease", "allowIncomplete"]),
);

const about = {
  operation: { description: "What waits for the signatures." },
  productType: {
    description: "The name of the product type that it is limited to. Null means every type.",
  },
  buildSlotType: {
    description:
      "The name of a build slot type. The rule is then limited to items whose BoM version has an " +
      "active slot of this type, and to such versions. Null means no such limit.",
  },
  meaning: { description: "The name of the signature meaning." },
  roles: {
    description: "The roles: each signer must have one of them. Null means any role.",
  },
  count: { description: "How many persons must sign." },
  byAnother: {
    description:
      "Whether a signer must be another person than those who performed the work: who changed the " +
      "record, besides its receipt or start, or signed it as performed.",
  },
};

/** A rule that says which signatures an operation waits for. */
export const signatureRule = {
  noun: "signature rule",
  meaning:
    "A rule of the plant that says which signatures an operation needs: on the record that it is " +
    "about, at its current revision.",
  name: () => nameBytes(250),
  needed: () => ({
    operation: SignedOperation().meta(about.operation),
    meaning: filledBytes(250).meta({
      description: "The name or the SUID of the signature meaning. Not case sensitive.",
    }),
  }),
  fields: () => ({
    productType: filledBytes(250).nullable().meta(about.productType),
    buildSlotType: filledBytes(250).nullable().meta(about.buildSlotType),
    roles: z.array(roleOfRequest()).min(1).max(20).nullable().meta(about.roles),
    count: z
      .int()
      .min(1, "At least 1.")
      .max(10, "At most 10.")
      .meta({ ...about.count, [ruleText]: "The default is 1." }),
    byAnother: z.boolean().meta({ ...about.byAnother, [ruleText]: "The default is false." }),
  }),
  answers: () => ({
    operation: SignedOperation().meta(about.operation),
    meaning: record.text().meta(about.meaning),
    productType: record.text().nullable().meta(about.productType),
    buildSlotType: record.text().nullable().meta(about.buildSlotType),
    roles: z.array(record.text()).nullable().meta(about.roles),
    count: z.int().meta(about.count),
    byAnother: record.flag().meta(about.byAnother),
  }),
  refusals: ["inactive"] as const,
  example: {
    name: "Units are verified",
    operation: "complete",
    productType: "Pumps",
    buildSlotType: null,
    meaning: "Verified",
    roles: ["quality"],
    count: 1,
    byAnother: true,
  },
};
