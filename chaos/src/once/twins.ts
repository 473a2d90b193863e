import type { Chance } from "@asbuilt/tests/chance";
import type { PlantRequests } from "@asbuilt/tests/factories";
import type { Answer } from "@asbuilt/tests/requests";
import type { Entry } from "../kill/ledger.ts";
import { anyOperation, type Operation, type Scene } from "../kill/operations.ts";

/** One write that is sent several times together, under one key or reference. */
export interface Twins {
  readonly operation: Operation;
  readonly body: object;
  readonly idempotencyKey: string | undefined;
  /** The X-Request-Id of each. */
  readonly names: readonly string[];
}

/** One of the twins. */
export interface Twin {
  readonly of: Twins;
  readonly name: string;
}

const refers = new Set([
  "/api/Build/Build",
  "/api/Build/Remove",
  "/api/MaterialItem/ItemAdjust",
  "/api/MaterialItem/Receive",
]);

/** Makes a random write with 2 to 5 twins, under a key, a reference of another system, or both. */
export function anyTwins(scene: Scene, chance: Chance, name: string): Twins {
  const operation = anyOperation(scene, chance, name);
  const by = refers.has(operation.path) ? chance.pick(["key", "reference", "both"]) : "key";
  const externalRef = { system: "ERP", id: name };
  return {
    operation,
    body: by === "key" ? operation.body : { ...operation.body, externalRef },
    idempotencyKey: by === "reference" ? undefined : `once-${name}`,
    names: Array.from({ length: 2 + chance.below(4) }, (_, index) => `${name}-${index}`),
  };
}

export const twinsOf = (of: Twins): Twin[] => of.names.map((name) => ({ of, name }));

/** Sends one twin. */
export const sendTwin = (plant: PlantRequests, { of, name }: Twin): Promise<Answer> =>
  plant.request(of.operation.method, of.operation.path, of.body, {
    headers: { "X-Request-Id": name, "Idempotency-Key": of.idempotencyKey ?? null },
  });

/**
 * Returns the entry of twins from their responses. Throws if two responses are not replays, if two
 * differ, or if one is a refusal other than `not_built`.
 */
export function entryOfTwins({ operation, names }: Twins, answers: readonly Answer[]): Entry {
  const done = answers.filter(({ status }) => status === 200);
  const refused = answers.find(({ status, body }) => status !== 200 && body.code !== "not_built");
  if (refused) {
    throw new Error(`${operation.name} returned ${JSON.stringify(refused.body)}.`);
  }
  const firsts = done.filter(({ headers }) => !headers.has("Idempotency-Replayed"));
  if (firsts.length > 1) {
    throw new Error(`${operation.name} has ${firsts.length} responses that are not replays.`);
  }
  const bodies = new Set(done.map(({ body }) => JSON.stringify(body)));
  if (bodies.size > 1) throw new Error(`${operation.name} returned ${[...bodies].join(" and ")}.`);
  const [one] = done;
  if (!one) return { operation, names: [...names], state: "refused" };
  return { operation, names: [...names], state: "acknowledged", answer: one.body };
}
