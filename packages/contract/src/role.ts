import * as z from "zod";
import { filledBytes, nameBytes, record } from "./fields.ts";
import { operationIds } from "./route.ts";
import { ruleText } from "./schema.ts";

const operationRule = "The operationId of an operation, such as materialItemReceive.";

const isOperation = (name: string) => operationIds.has(name);

/** The operationId of an operation of the interface. */
export const operationName = () => filledBytes(100).refine(isOperation, { error: operationRule });

/** Who may do these could give a key, a user or a role more than they have. */
export const givesRights: ReadonlySet<string> = new Set([
  "apiKeyCreate",
  "roleUpsert",
  "userResetPin",
  "userUpsert",
]);
const givenRule =
  "Keys, users, their PINs and roles are created and updated by administrators only.";

/** The most operations of a role. */
const operationsMax = 300;

const about = {
  operations: {
    description:
      "The operations that a key with the role can be used for, by `operationId`. Session/Get, " +
      "Create and Delete are always among them.",
    [ruleText]: `${operationRule} ${givenRule} The default is none.`,
  },
};

const roleName = { description: "The name of a built-in role, or of a role of the plant." };

/**
 * The document states no limits as numbers: a role was one of a few values in version 0.1.0, and to
 * a comparison of documents a limit would seem narrower than these.
 */
const withoutLimits = { minLength: undefined, maxLength: undefined };

/** The name of a role in a request. */
export const roleOfRequest = () => filledBytes(250).meta({ ...roleName, ...withoutLimits });

/** The roles that a user can have. */
export const rolesOfUser = {
  request: () => z.array(roleOfRequest()).max(20).nullable(),
  answer: () => z.array(record.text()).nullable(),
  about: {
    description:
      "The roles of the user. No key of the user can be used for more than these: with none, for " +
      "nothing. Null means that the role of each key alone decides. The directory sets those of a user " +
      "whom it let in.",
  },
};

/** A role that a plant defines. */
export const role = {
  noun: "role",
  meaning:
    "A role that the plant defines: operations that a key with the role can be used for. The " +
    "roles viewer, operator, stores, quality, engineer and admin are built in: they are not " +
    "listed, and can't be changed.",
  name: () => nameBytes(250),
  fields: () => ({
    operations: z
      .array(
        // Of a long list, the value says more than its place.
        filledBytes(100)
          .refine(isOperation, {
            error: ({ input }) => `There is no operation ${String(input)}.`,
          })
          .refine((name) => !givesRights.has(name), {
            error: ({ input }) => `${givenRule} ${String(input)} can't be in a role.`,
          }),
      )
      .max(operationsMax)
      .meta(about.operations),
  }),
  answers: () => ({
    operations: z.array(record.text()).meta({ description: about.operations.description }),
  }),
  refusals: ["reserved", "fixed"] as const,
  example: {
    name: "Kitting",
    operations: ["materialItemList", "materialItemMove", "materialItemSplit", "locationList"],
  },
};
