import * as z from "zod";
import { defaulted, filled, id, readRevision, record, textBytes, upsert } from "./fields.ts";
import { okResponse, body, pageQuery, problemsOfRead, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route, writeRoute } from "./route.ts";
import { ruleText, schema } from "./schema.ts";

/** Returns a name with a small first letter, as operations and events spell it. */
export const uncapitalize = <Name extends string>(name: Name): Uncapitalize<Name> =>
  `${name.charAt(0).toLowerCase()}${name.slice(1)}` as Uncapitalize<Name>;

type Text = () => ReturnType<typeof textBytes>;

/** The fields of a resource that needs none. */
const none = {};

/**
 * The definition of a resource of reference data: its limits, and its fields besides the common
 * ones.
 */
export interface Resource<
  Fields extends z.ZodRawShape,
  Answers extends z.ZodRawShape,
  Needed extends z.ZodRawShape = typeof none,
> {
  /** The name of one record in a sentence. */
  readonly noun: string;
  /** The description of one record. */
  readonly meaning: string;
  /**
   * The limit of the name. It is at least the limit of every field in spec.md that names a record.
   */
  readonly name: Text;
  /** The limit of the SUID where it is lower than the name's. A name can always hold the SUID. */
  readonly suid?: Text;
  /** The extra fields that a creation needs. */
  readonly needed?: () => Needed;
  /** The extra fields of a request. In an update, null clears a nullable field. */
  readonly fields: () => Fields;
  /** The extra fields of a response. */
  readonly answers: () => Answers;
  /** A condition on fields that are sent together. */
  readonly rule?: {
    readonly holds: (sent: Readonly<Record<string, unknown>>) => boolean;
    readonly path: string[];
    readonly error: string;
  };
  /** The refusals that only this resource's Upsert has. Delete has `reserved` too. */
  readonly refusals?: readonly (
    | "fixed"
    | "inactive"
    | "last_admin"
    | "reserved"
    | "serial_range"
    | "unknown_placeholder"
  )[];
  /** An example of a request that creates a record. */
  readonly example: object;
}

/**
 * Declares the routes List, Upsert and Delete of a resource of reference data. Source: design 6.
 */
export function resourceRoutes<
  Name extends string,
  Fields extends z.ZodRawShape,
  Answers extends z.ZodRawShape,
  Needed extends z.ZodRawShape = typeof none,
>(name: Name, resource: Resource<Fields, Answers, Needed>) {
  const { noun, example, refusals = [] } = resource;
  const Record = schema(name, resource.meaning, () => recordOf(resource.answers()));
  const Filter = filterOf(name, resource);
  const Upsert = upsertOf(name, resource);
  const recordExample = { ...commonExample, ...example };
  const operation = uncapitalize(name);
  const tags = ["Reference data"];
  return {
    list: route({
      operationId: `${operation}List`,
      method: "post",
      path: `/api/${name}/List`,
      roles: rolesFor.reading,
      tags,
      summary: `List each matching ${noun}`,
      request: () => ({
        query: pageQuery(),
        body: body(Filter(), { isActive: true }),
      }),
      responses: () => ({
        200: okResponse(z.array(Record()), "The matching records, by id.", [recordExample]),
        ...problemsOfRead(),
      }),
    }),
    upsert: writeRoute({
      operationId: `${operation}Upsert`,
      method: "put",
      path: `/api/${name}/Upsert`,
      roles: rolesFor.administration,
      importStage: "referenceData",
      tags,
      summary: `Create or update one ${noun}`,
      request: () => ({ body: body(Upsert(), example) }),
      responses: () => ({
        200: okResponse(Record(), "The created or updated record.", recordExample),
        ...problemsOfWrite("not_found", "stale_revision", "duplicate", ...refusals),
      }),
    }),
    remove: writeRoute({
      operationId: `${operation}Delete`,
      method: "delete",
      path: `/api/${name}/Delete`,
      roles: rolesFor.administration,
      importStage: "referenceData",
      tags,
      summary: `Delete one unreferenced ${noun}`,
      request: () => ({ body: body(ReferenceDataDeletion(), { id: 1 }) }),
      responses: () => ({
        200: okResponse(Record(), "The deleted record.", recordExample),
        ...problemsOfWrite(...problemsOfDelete, ...refusals.filter(isRefusedByDelete)),
      }),
    }),
  };
}

const commonExample = { id: 1, revNo: 1, suid: null, description: null, isActive: true };
const problemsOfDelete = ["not_found", "stale_revision", "in_use"] as const;
const isRefusedByDelete = (code: string) => code === "reserved";

const ReferenceDataDeletion = schema(
  "ReferenceDataDeletion",
  "The record of reference data to delete. It must be unused.",
  () => z.strictObject({ id: id(), revNo: readRevision() }),
);

const recordOf = <Answers extends z.ZodRawShape>(answers: Answers) =>
  z.object({
    id: record.id(),
    revNo: record.revision(),
    suid: record.text().nullable(),
    name: record.text(),
    description: record.text().nullable(),
    isActive: record.flag(),
    ...answers,
  });

type Common = Pick<Resource<z.ZodRawShape, z.ZodRawShape>, "noun" | "name" | "suid">;

const filterOf = (resource: string, { noun, name, suid = name }: Common) =>
  schema(`${resource}Filter`, `Selects each ${noun} that matches all fields that are sent.`, () =>
    z.strictObject({
      id: id().optional(),
      suid: suid().optional(),
      name: name().optional(),
      isActive: z.boolean().optional(),
    }),
  );

/** Makes the schema of an Upsert. A creation needs a name or a SUID, and can leave out the rest. */
function upsertOf<Fields extends z.ZodRawShape, Needed extends z.ZodRawShape>(
  resource: string,
  { noun, name, suid = name, needed, fields, rule }: Resource<Fields, z.ZodRawShape, Needed>,
) {
  const { holds, ...fault } = rule ?? { holds: () => true };
  return schema(`${resource}Upsert`, `The data of one ${noun} to create or update.`, () =>
    upsert({
      key: "id",
      // Without any, there are none.
      needed: needed?.() ?? (none as Needed),
      neededOne: ["name", "suid"],
      others: {
        suid: filled(suid()).nullish(),
        name: defaulted(filled(name())).meta({ [ruleText]: "The default is the SUID." }),
        description: textBytes(2000).nullish(),
        isActive: defaulted(z.boolean()).meta({ [ruleText]: "The default is true." }),
        ...optionalFields(fields()),
      },
    }).refine(holds, fault),
  );
}

type Optional<Fields extends z.ZodRawShape> = {
  [Name in keyof Fields]: z.ZodOptional<z.ZodNullable<Fields[Name]>>;
};

/**
 * Makes every extra field optional. Null clears a field that can be null. One that is optional itself
 * is set by the service.
 */
const optionalFields = <Fields extends z.ZodRawShape>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (field._zod.def.type === "optional") return [name, field];
      const clears = field._zod.def.type === "nullable";
      return [name, clears ? z.optional(field) : defaulted(field as z.ZodType)];
    }),
    // Object.fromEntries forgets which key holds which field.
  ) as Optional<Fields>;
