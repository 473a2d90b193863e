import { ofWritesOnly } from "@asbuilt/contract";
import { canonicalSpelling } from "@asbuilt/contract/spelling";
import * as core from "zod/v4/core";

/** A key of a schema, and the keys of its value. */
export interface KnownKey {
  /** The key as the schema spells it. */
  readonly name: string;
  readonly inner: KnownKeys | undefined;
  /** Whether a client's value for it is ignored. */
  readonly isReadOnly: boolean;
}

/** The keys that a schema knows at one place of a body. */
export interface KnownKeys {
  /** The keys of an object here, by name; undefined leaves objects unchanged. */
  byName: Map<string, KnownKey> | undefined;
  /** The same keys by canonical spelling. */
  bySpelling: Map<string, KnownKey>;
  /** The same keys by other spellings seen so far: to make a spelling canonical is slow. */
  byOtherSpelling: Map<string, KnownKey>;
  /** Whether an unknown key is kept, as in a record, or refused. */
  keepsUnknown: boolean;
  /** The keys in the value of a kept key. */
  ofKept: KnownKeys | undefined;
  /** The keys in the items of an array here. */
  ofItems: KnownKeys | undefined;
}

type BodySchema = core.$ZodType;

/** The schemas that decide about keys; all others wrap these, or are scalars. */
type HolderDef =
  | core.$ZodObjectDef
  | core.$ZodArrayDef
  | core.$ZodRecordDef
  | core.$ZodAnyDef
  | core.$ZodUnknownDef
  | core.$ZodCustomDef
  | core.$ZodTransformDef;

type Memo = { holders: ReadonlySet<HolderDef>; knownKeys: KnownKeys }[];

/**
 * Compiles the known keys of a schema, once; undefined if it has none. A union knows the keys of
 * all its options. Throws, as a defect, if two keys of one place have the same canonical spelling,
 * or if bodies don't use schemas of this kind.
 */
export function compileKnownKeys(schema: BodySchema): KnownKeys | undefined {
  return knownKeysOf([schema], []);
}

/** Returns the keys of a place that several schemas describe, such as the options of a union. */
function knownKeysOf(schemas: readonly BodySchema[], memo: Memo): KnownKeys | undefined {
  const holders = new Set<HolderDef>();
  const seen = new Set<BodySchema>();
  for (const schema of schemas) collectHolders(schema, holders, seen);
  if (holders.size === 0) return undefined;
  const made = memo.find((entry) => sameMembers(entry.holders, holders));
  if (made) return made.knownKeys;
  const knownKeys: KnownKeys = {
    byName: undefined,
    bySpelling: new Map(),
    byOtherSpelling: new Map(),
    keepsUnknown: false,
    ofKept: undefined,
    ofItems: undefined,
  };
  // Remembered before it is complete, because a recursive schema comes back here.
  memo.push({ holders, knownKeys });
  addKeys(knownKeys, holders, memo);
  return knownKeys;
}

function sameMembers(a: ReadonlySet<HolderDef>, b: ReadonlySet<HolderDef>): boolean {
  return a.size === b.size && [...a].every((member) => b.has(member));
}

function addKeys(knownKeys: KnownKeys, holders: ReadonlySet<HolderDef>, memo: Memo): void {
  const fields = new Map<string, BodySchema[]>();
  const kept: BodySchema[] = [];
  const items: BodySchema[] = [];
  let holdsObject = false;
  for (const def of holders) {
    if (def.type === "array") {
      items.push(def.element);
      continue;
    }
    holdsObject = true;
    if (def.type === "object") addFields(fields, def.shape);
    const keptValue = keptValueSchema(def);
    if (keptValue) kept.push(keptValue);
    if (keptValue || def.type !== "object") knownKeys.keepsUnknown = true;
  }
  knownKeys.ofItems = knownKeysOf(items, memo);
  knownKeys.ofKept = knownKeysOf(kept, memo);
  const leftAlone = fields.size === 0 && knownKeys.keepsUnknown && knownKeys.ofKept === undefined;
  if (holdsObject && !leftAlone) knownKeys.byName = new Map();
  for (const [name, schemas] of fields) {
    // Neither a body nor the records of a list can have it.
    if (schemas.every((field) => core.globalRegistry.get(field)?.[ofWritesOnly])) continue;
    const isReadOnly = schemas.every((field) => core.globalRegistry.get(field)?.["readOnly"]);
    addKnownKey(knownKeys, { name, inner: knownKeysOf(schemas, memo), isReadOnly });
  }
}

function addFields(fields: Map<string, BodySchema[]>, shape: core.$ZodShape): void {
  for (const [name, schema] of Object.entries(shape)) {
    const options = fields.get(name);
    if (options) options.push(schema);
    else fields.set(name, [schema]);
  }
}

function addKnownKey(knownKeys: KnownKeys, key: KnownKey): void {
  const spelling = canonicalSpelling(key.name);
  const other = knownKeys.bySpelling.get(spelling);
  if (other) {
    throw new Error(`The keys ${other.name} and ${key.name} have the same canonical spelling.`);
  }
  knownKeys.byName?.set(key.name, key);
  knownKeys.bySpelling.set(spelling, key);
}

/** Returns the schema of the values of kept keys; undefined if unknown keys are refused. */
function keptValueSchema(def: HolderDef): BodySchema | undefined {
  if (def.type === "record") return def.valueType;
  if (def.type !== "object" || def.catchall?._zod.def.type === "never") return undefined;
  return def.catchall;
}

/** Collects the schemas that decide about keys, inside wrappers and unions. */
function collectHolders(schema: BodySchema, holders: Set<HolderDef>, seen: Set<BodySchema>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const visit = (inner: BodySchema) => collectHolders(inner, holders, seen);
  // Not its getter, which may make a new schema at each call.
  if (schema instanceof core.$ZodLazy) return visit(schema._zod.innerType);
  // $ZodTypes is the closed union of all schemas that zod makes; $ZodType is only their base.
  const { def } = (schema as core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
    case "array":
    case "record":
    case "any":
    case "unknown":
    case "custom":
    case "transform":
      holders.add(def);
      return;
    case "union":
      def.options.forEach(visit);
      return;
    case "optional":
    case "nullable":
    case "nonoptional":
    case "default":
    case "prefault":
    case "catch":
    case "success":
    case "readonly":
      return visit(def.innerType);
    case "pipe":
      // The client fills the input of a pipe, but the output of a preprocess.
      return visit(def.in._zod.def.type === "transform" ? def.out : def.in);
    case "intersection":
    case "tuple":
    case "map":
    case "set":
    case "function":
    case "promise":
      throw new Error(`Keys can't be compiled for a schema of type ${def.type}.`);
    default:
    // A scalar holds no keys.
  }
}
