import document from "@asbuilt/contract/openapi.json" with { type: "json" };

/** The schema of a value: the part of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly "x-maxBytes"?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly "x-maxDecimals"?: number;
  readonly minItems?: number;
}

/** One operation of the document. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** The path, with `{id}` for an id. */
  readonly path: string;
  /** The resource of its records: the third part of its path. */
  readonly resource: string;
  /** The schema of its body; undefined if it has none, or a file. */
  readonly body: Schema | undefined;
  readonly isPaged: boolean;
  readonly isWrite: boolean;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: { readonly "application/json"?: { readonly schema: Schema } };
  };
  readonly parameters?: readonly { readonly name: string }[];
}

// The document is generated. Its inferred type lists every path, which is irrelevant here.
const paths = document.paths as unknown as Readonly<
  Record<string, Readonly<Record<string, DocumentedOperation>>>
>;
const schemas = document.components.schemas as unknown as Readonly<Record<string, Schema>>;

const underApi = Object.entries(paths).filter(([path]) => path.startsWith("/api/"));

/** Every operation of packages/contract/openapi.json on records. */
export const operations: readonly Operation[] = underApi.flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, requestBody, parameters = [] }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    path,
    resource: path.split("/")[2]!,
    body: requestBody?.content["application/json"]?.schema,
    isPaged: parameters.some(({ name }) => name === "limit"),
    isWrite: parameters.some(({ name }) => name === "Idempotency-Key"),
  })),
);

/** Returns a schema, or the schema that its reference names. */
export function resolvedSchema(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.replace("#/components/schemas/", "");
  const found = schemas[name];
  if (!found) throw new Error(`The document has no schema ${name}.`);
  return resolvedSchema(found);
}
