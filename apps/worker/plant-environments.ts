import { readFileSync } from "node:fs";
import { experimental_readRawConfig } from "wrangler";
import { z } from "zod";
import { readVariables } from "./src/configuration.ts";

const name = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, "small letters, digits and hyphens, at most 40, a letter first");

/** Everybody who may see a deployment sees its variables. */
const secrets = new Set([
  "ASBUILT_ADMIN_KEY",
  "ASBUILT_SEAL_KEY",
  "ASBUILT_OIDC_CLIENT_SECRET",
  "DATABASE_AUTH_TOKEN",
]);

/** Reports secrets, and a value that would end each start of the Worker. */
function checkVariables(vars: object, context: z.RefinementCtx): void {
  for (const secret of Object.keys(vars).filter((one) => secrets.has(one))) {
    const message = "A secret. Put it with `wrangler secret put`.";
    context.addIssue({ code: "custom", path: [secret], message });
  }
  try {
    readVariables(vars);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    context.addIssue({ code: "custom", message: error.message });
  }
}

const Plant = z.strictObject({
  /** The id that `wrangler d1 create` prints. */
  database_id: z.string().min(1),
  database_name: z.string().min(1).optional(),
  /** The R2 bucket of the content of attachments. Without one, uploads are refused. */
  bucket: z.string().min(1).optional(),
  /** The id of the KV namespace that keeps the newest seal. */
  kept_anchor: z.string().min(1).optional(),
  /** A domain of the account at which the plant is served. */
  domain: z.string().min(1).optional(),
  /** Variables besides those of all plants. */
  vars: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .superRefine(checkVariables)
    .optional(),
});

const Plants = z.strictObject({
  plants: z.record(name, Plant).refine((plants) => Object.keys(plants).length > 0, "At least one."),
});

/** A plant of the file, by its name. */
export type PlantOnWorkers = z.infer<typeof Plant>;

/** The plants of a file, in its order. */
export type PlantsOnWorkers = ReadonlyMap<string, PlantOnWorkers>;

/**
 * Reads a file of plants. Throws an error with a line for each fault: its place and the rule. Two plants
 * never have the same database, bucket, namespace or domain: each would write into the other's record.
 */
export function readPlants(path: string): PlantsOnWorkers {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${path}: ${reason}`, { cause: error });
  }
  const read = Plants.safeParse(json);
  const faults = read.success
    ? sharedIn(read.data.plants)
    : read.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  if (faults.length > 0) throw new Error(faults.map((fault) => `${path}: ${fault}`).join("\n"));
  return new Map(Object.entries(read.data!.plants));
}

function sharedIn(plants: Readonly<Record<string, PlantOnWorkers>>): string[] {
  return (["database_id", "bucket", "kept_anchor", "domain"] as const).flatMap((field) => {
    const users = Map.groupBy(Object.entries(plants), ([, plant]) => plant[field]);
    return [...users].flatMap(([value, of]) =>
      value === undefined || of.length < 2
        ? []
        : `plants.${of[1]![0]}.${field}: ${of[0]![0]} has it too. Each plant needs its own.`,
    );
  });
}

/** The parts of wrangler.jsonc that an environment does not inherit. */
interface OwnConfig {
  readonly $schema: string;
  readonly d1_databases: readonly object[];
  readonly r2_buckets: readonly object[];
  readonly ratelimits: readonly Limit[];
  readonly vars: Readonly<Record<string, string | number>>;
}

/** How the counts of rate limits are kept apart from those of a Worker without plants, whose ids are 1 to 3. */
const namespacesOfPlant = 10;

/**
 * Returns wrangler's configuration with an environment for each plant. wrangler lets an environment
 * inherit neither bindings nor variables, so each has all of them.
 */
export function withEnvironments(path: string, plants: PlantsOnWorkers): object {
  // The types of what it returns are in a package of wrangler's own.
  const { rawConfig } = experimental_readRawConfig({ config: path }) as { rawConfig: OwnConfig };
  const { d1_databases, r2_buckets, ratelimits, vars, $schema: _, ...rest } = rawConfig;
  const [database] = d1_databases;
  const [bucket] = r2_buckets;
  const environment = ([plant, its]: readonly [string, PlantOnWorkers], index: number) => ({
    d1_databases: [
      {
        ...database,
        database_name: its.database_name ?? `asbuilt-${plant}`,
        database_id: its.database_id,
      },
    ],
    r2_buckets: its.bucket === undefined ? [] : [{ ...bucket, bucket_name: its.bucket }],
    kv_namespaces:
      its.kept_anchor === undefined ? [] : [{ binding: "KEPT_ANCHOR", id: its.kept_anchor }],
    ratelimits: limitsOf(ratelimits, { ...vars, ...its.vars }, (index + 1) * namespacesOfPlant),
    ...(its.domain !== undefined && {
      routes: [{ pattern: its.domain, custom_domain: true }],
    }),
    vars: {
      ...vars,
      ASBUILT_EVENT_SOURCE: `urn:asbuilt:${plant}`,
      ASBUILT_EPCIS_BASE: `urn:asbuilt:${plant}`,
      ...its.vars,
    },
  });
  // At the top nothing can be deployed by mistake: it has no database.
  const env = Object.fromEntries(
    [...plants].map((plant, index) => [plant[0], environment(plant, index)]),
  );
  return { ...rest, env };
}

interface Limit {
  readonly name: string;
  readonly namespace_id: string;
  readonly simple: { readonly limit: number; readonly period: number };
}

/** The variables that tell the Worker the limits of its bindings. */
const limitVariables: Readonly<Record<string, string>> = {
  KEY_LIMIT: "ASBUILT_REQUESTS_PER_KEY",
  ADDRESS_LIMIT: "ASBUILT_REQUESTS_PER_ADDRESS",
  FAILURE_LIMIT: "ASBUILT_FAILURES_PER_ADDRESS",
};

/** Returns the bindings of limits with the numbers of their variables. 0 is no limit. */
function limitsOf(
  limits: readonly Limit[],
  vars: Readonly<Record<string, unknown>>,
  firstNamespace: number,
): Limit[] {
  return limits.flatMap((binding) => {
    const limit = Number(vars[limitVariables[binding.name] ?? ""] ?? binding.simple.limit);
    const namespace_id = String(firstNamespace + Number(binding.namespace_id));
    const simple = { ...binding.simple, limit };
    return limit === 0 ? [] : [{ ...binding, namespace_id, simple }];
  });
}
