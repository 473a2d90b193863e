import * as core from "zod/v4/core";

/** A key of a schema: its canonical spelling and the plan of what it holds. */
export interface KnownKey {
  readonly name: string;
  readonly plan: KeyPlan | undefined;
  /** Whether what a client says under it is ignored. */
  readonly isReadOnly: boolean;
}

/** What a schema says of the keys at one place of a body. */
export interface KeyPlan {
  /** The keys of an object here by canonical spelling; undefined leaves objects alone. */
  known: Map<string, KnownKey> | undefined;
  /** The same keys by folded spelling. */
  folded: Map<string, KnownKey>;
  /** The same keys by the other spellings that foldKeys has met, for folding is slow. */
  met: Map<string, KnownKey>;
  /** Whether a key that isn't known stays as it is, as in a record, or is refused. */
  keepsUnknown: boolean;
  /** The plan of what a kept key holds. */
  kept: KeyPlan | undefined;
  /** The plan of the items of an array here. */
  items: KeyPlan | undefined;
}

type Schema = core.$ZodType;

/** The schemas that decide about keys; all others wrap these, or are scalars. */
type HolderDef =
  | core.$ZodObjectDef
  | core.$ZodArrayDef
  | core.$ZodRecordDef
  | core.$ZodAnyDef
  | core.$ZodUnknownDef
  | core.$ZodCustomDef
  | core.$ZodTransformDef;

type Memo = { holders: ReadonlySet<HolderDef>; plan: KeyPlan }[];

/**
 * Compiles, once, what foldKeys needs to know of a schema; undefined if it holds no keys. A union
 * knows the keys of all its options. Throws, as a defect, if two keys of one place fold to the
 * same spelling, or if a schema is of a kind that bodies don't use.
 */
export function compileKeys(schema: Schema): KeyPlan | undefined {
  return planOf([schema], []);
}

/** A key without its case, spaces, `_` and `-`. */
export function foldedSpelling(key: string): string {
  // ASCII letters only: toLowerCase alone would make a k of the Kelvin sign.
  return key.replace(/[ _-]+/g, "").replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The one plan of a place that several schemas describe, such as the options of a union. */
function planOf(schemas: readonly Schema[], memo: Memo): KeyPlan | undefined {
  const holders = new Set<HolderDef>();
  const seen = new Set<Schema>();
  for (const schema of schemas) collectHolders(schema, holders, seen);
  if (holders.size === 0) return undefined;
  const made = memo.find((entry) => sameMembers(entry.holders, holders));
  if (made) return made.plan;
  const plan: KeyPlan = {
    known: undefined,
    folded: new Map(),
    met: new Map(),
    keepsUnknown: false,
    kept: undefined,
    items: undefined,
  };
  // Remembered before it is filled, for a recursive schema comes back here.
  memo.push({ holders, plan });
  fill(plan, holders, memo);
  return plan;
}

function sameMembers(a: ReadonlySet<HolderDef>, b: ReadonlySet<HolderDef>): boolean {
  return a.size === b.size && [...a].every((member) => b.has(member));
}

function fill(plan: KeyPlan, holders: ReadonlySet<HolderDef>, memo: Memo): void {
  const fields = new Map<string, Schema[]>();
  const kept: Schema[] = [];
  const items: Schema[] = [];
  let holdsObject = false;
  for (const def of holders) {
    if (def.type === "array") {
      items.push(def.element);
      continue;
    }
    holdsObject = true;
    if (def.type === "object") addFields(fields, def.shape);
    const rest = restOf(def);
    if (rest) kept.push(rest);
    if (rest || def.type !== "object") plan.keepsUnknown = true;
  }
  plan.items = planOf(items, memo);
  plan.kept = planOf(kept, memo);
  const leftAlone = fields.size === 0 && plan.keepsUnknown && plan.kept === undefined;
  if (holdsObject && !leftAlone) plan.known = new Map();
  for (const [name, schemas] of fields) {
    const isReadOnly = schemas.every((field) => core.globalRegistry.get(field)?.["readOnly"]);
    addKnown(plan, { name, plan: planOf(schemas, memo), isReadOnly });
  }
}

function addFields(fields: Map<string, Schema[]>, shape: core.$ZodShape): void {
  for (const [name, schema] of Object.entries(shape)) {
    const options = fields.get(name);
    if (options) options.push(schema);
    else fields.set(name, [schema]);
  }
}

function addKnown(plan: KeyPlan, key: KnownKey): void {
  const spelling = foldedSpelling(key.name);
  const other = plan.folded.get(spelling);
  if (other) throw new Error(`The keys ${other.name} and ${key.name} of one schema fold alike.`);
  plan.known?.set(key.name, key);
  plan.folded.set(spelling, key);
}

/** The schema of the values of keys that are kept; undefined if unknown keys are refused. */
function restOf(def: HolderDef): Schema | undefined {
  if (def.type === "record") return def.valueType;
  if (def.type !== "object" || def.catchall?._zod.def.type === "never") return undefined;
  return def.catchall;
}

/** Looks through wrappers and unions for the schemas that decide about keys. */
function collectHolders(schema: Schema, holders: Set<HolderDef>, seen: Set<Schema>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const visit = (inner: Schema) => collectHolders(inner, holders, seen);
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
      // Of a pipe the client fills the input; what a preprocess makes of it, the output.
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
