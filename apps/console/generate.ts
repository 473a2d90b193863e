// Writes what forms and tables are made from: the fields of every request of the contract, as
// `src/contract/fields.gen.ts`, and the names of all fields, as `field-labels.gen.ts`.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly if?: Schema;
  readonly else?: Schema;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly description?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const path = fileURLToPath(import.meta.resolve("@asbuilt/contract/openapi.json"));
// The document is generated from the contract, and tests check its form.
const document = JSON.parse(readFileSync(path, "utf8")) as Document;

const json = "application/json";

/** Follows references, and takes the type beside null. */
function resolved(schema: Schema): Schema {
  if (schema.$ref) {
    const name = schema.$ref.slice("#/components/schemas/".length);
    return resolved({ ...document.components.schemas[name], ...schema, $ref: "" });
  }
  const { anyOf, ...rest } = schema;
  const choice = anyOf?.find(({ type }) => type !== "null");
  return choice ? { ...resolved(choice), ...rest } : schema;
}

/** The hints of all fields. A field has the place of its own. */
const hints: string[] = [];
let isForm = false;

/** A sentence that only repeats the label, is about no field of a form, or names another by code. */
const saysNothing =
  /^(?:The ids? of|The name of the [\w ]+\.$|The rule for|The (?:number of the record's )?revision|Set by|Counted by)|[a-z][A-Z]|[{}\\$]/;

/** People know what a code is for, and name a record by its name where the contract has its SUID. */
const inWordsOfPeople = (sentence: string): string =>
  sentence
    .replace(/^The SUID of the record:.*/, "Labels, imports and other systems can name it by this.")
    .replace(/^The (?:name or the )?SUID of (?:an?|the) /, "The name of the ")
    .replace(/^The name, SUID or /, "The name or the ")
    .replace(/^The serial of the (?:child|parent): the item/, "The serial of the item")
    .replace("unit of the child", "unit of the part")
    .replace("of a child that", "of a part that");

/** Returns the first sentence of a description, which a form shows with the field. */
function hintOf(description = ""): { readonly hint?: number } {
  const first = /^.*?\.(?=\s|$)/.exec(description)?.[0].replaceAll("`", "");
  const sentence = first && inWordsOfPeople(first);
  if (!isForm || !sentence || saysNothing.test(sentence)) return {};
  if (!hints.includes(sentence)) hints.push(sentence);
  return { hint: hints.indexOf(sentence) };
}

function fieldsOf(schema: Schema, needed: readonly string[] = []): object[] {
  const { properties = {}, required = [] } = resolved(schema);
  return Object.entries(properties).map(([name, property]) => {
    const isNullable = isNullOf(property);
    const isRequired = needed.includes(name) || (required.includes(name) && !isNullable);
    return fieldOf(name, property, { isRequired, isNullable });
  });
}

/**
 * Returns the fields that a creation needs: what the schema of an Upsert requires without an id. If
 * it requires one of several, it is the first: the service names that one in its refusal.
 */
function neededToCreate(schema: Schema): readonly string[] {
  const { else: creation } = resolved(schema);
  return creation?.required ?? creation?.if?.required ?? [];
}

const isNullOf = (property: Schema): boolean =>
  [resolved(property).type ?? []].flat().includes("null") ||
  property.anyOf?.some(({ type }) => type === "null") === true;

interface Presence {
  readonly isRequired: boolean;
  readonly isNullable: boolean;
}

function fieldOf(name: string, property: Schema, { isRequired, isNullable }: Presence): object {
  const schema = resolved(property);
  const types = [schema.type ?? []].flat();
  return {
    name,
    kind: kindOf(schema, types),
    ...(isRequired ? { isRequired } : {}),
    ...(isNullable ? { isNullable } : {}),
    ...(schema.enum ? { options: schema.enum.filter((option) => option !== null) } : {}),
    ...(schema.maxLength === undefined ? {} : { lengthMax: schema.maxLength }),
    ...hintOf(property.description ?? schema.description),
    ...(schema.properties ? { fields: fieldsOf(schema) } : {}),
    ...(schema.items && resolved(schema.items).properties
      ? { fields: fieldsOf(schema.items) }
      : {}),
    ...(schema.items && resolved(schema.items).enum
      ? { options: resolved(schema.items).enum }
      : {}),
  };
}

function kindOf(schema: Schema, types: readonly string[]): string {
  if (types.includes("array")) return "list";
  if (types.includes("object")) return "group";
  if (schema.enum) return "choice";
  if (types.includes("boolean")) return "flag";
  if (types.includes("integer")) return "integer";
  if (types.includes("number")) return "decimal";
  if (schema.format === "date-time") return "time";
  return "text";
}

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const requests: Record<string, object[]> = {};
for (const { operationId, requestBody, parameters = [] } of operations) {
  // Only a write has a form. The filters of a list explain themselves by what they find.
  isForm = parameters.some(({ name }) => name === "Idempotency-Key");
  const schema = requestBody?.content[json]?.schema;
  const isUpsert = operationId.endsWith("Upsert");
  if (schema) requests[operationId] = fieldsOf(schema, isUpsert ? neededToCreate(schema) : []);
}

// The log reports these fields of records, and no request sets them.
const names = new Set(["detail", "madeAtConsumption", "major", "minor", "revokedAt"]);
JSON.stringify(requests, (key, value: unknown) => {
  if (key === "name" && typeof value === "string") names.add(value);
  return value;
});

/** Parts of a field's name that people write in another way. */
const words: Readonly<Record<string, string>> = {
  adjustqty: "adjustment",
  biz: "business",
  bom: "BoM",
  dpi: "DPI",
  dt: "time",
  edhr: "eDHR",
  epc: "EPC",
  epcs: "EPCs",
  ids: "IDs",
  id: "ID",
  max: "maximum",
  min: "minimum",
  mm: "(mm)",
  no: "number",
  ref: "reference",
  rev: "revision",
  seqs: "sequence numbers",
  src: "source",
  qty: "quantity",
  suid: "code",
  uom: "unit of measure",
  url: "URL",
  zpl: "ZPL",
};

/** Fields that people call by another word than the contract. */
const called: Readonly<Record<string, string>> = {
  builtQty: "quantity",
  childSerialNo: "part",
  code: "codeText",
  materialitemid: "item",
  parentSerialNo: "unit",
  removeQty: "quantity",
};

/** A field with the SUID of a record is called like the record: `reasonSUID` is `reason`. */
const calledBy = (name: string): string => called[name] ?? name.replace(/(?<=[a-z])SUID$/, "");

/** Writes a field's name as people do: `defaultBatchSize` is "Default batch size". */
function labelOf(name: string): string {
  const parts = calledBy(name).match(/IDs|[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [name];
  const text = parts
    .map((part) => part.toLowerCase())
    .filter((part, index) => part !== "is" || index > 0)
    .map((part) => words[part] ?? part)
    .join(" ");
  // A serial is what a person sees of an item.
  const short = text.replace("visual serial", "serial");
  return short.startsWith("eDHR") ? short : short.charAt(0).toUpperCase() + short.slice(1);
}

const labels = [...names].toSorted().map((name) => `  ${name}: msg\`${labelOf(name)}\`,`);

const fields = `// Generated from the contract's openapi.json by \`pnpm generate\`. Do not edit.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { FieldOf } from "./field.ts";

/** The fields of each operation's request. */
export const requestFields = ${JSON.stringify(requests, undefined, 1)} as const satisfies Readonly<
  Record<string, readonly FieldOf[]>
>;

/** The meaning of each field: the first sentence of its description. */
export const fieldHints: readonly MessageDescriptor[] = [
${hints.map((hint) => `  msg\`${hint}\`,`).join("\n")}
];
`;

// A file of its own: every page needs them, as a refusal can name any field.
const fieldLabels = `// Generated from the contract's openapi.json by \`pnpm generate\`. Do not edit.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** The name of each field as people write it. */
export const fieldLabels: Readonly<Record<string, MessageDescriptor>> = {
${labels.join("\n")}
};
`;

for (const [name, text] of Object.entries({ fields, "field-labels": fieldLabels })) {
  const file = new URL(`src/contract/${name}.gen.ts`, import.meta.url);
  writeFileSync(fileURLToPath(file), text);
}
