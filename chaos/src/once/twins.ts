import type { Chance } from "@asbuilt/tests/chance";
import type { PlantRequests } from "@asbuilt/tests/factories";
import type { Answer } from "@asbuilt/tests/requests";
import type { Entry } from "../kill/ledger.ts";
import { anyOperation, type Operation, type Scene } from "../kill/operations.ts";

/** One write that is sent several times at once, under one name. */
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

/** Any write, to be sent 2 to 5 times under a key, under a reference of another system, or both. */
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

/** Sends one of the twins. */
export const sendTwin = (plant: PlantRequests, { of, name }: Twin): Promise<Answer> =>
  plant.request(of.operation.method, of.operation.path, of.body, {
    headers: { "X-Request-Id": name, "Idempotency-Key": of.idempotencyKey ?? null },
  });

/**
 * What the twins' answers come to. Throws where more than one was answered as the first, one
 * otherwise than another, or one was refused for something else than that there was too little.
 */
export function entryOfTwins({ operation, names }: Twins, answers: readonly Answer[]): Entry {
  const done = answers.filter(({ status }) => status === 200);
  const refused = answers.find(({ status, body }) => status !== 200 && body.code !== "not_built");
  if (refused) {
    throw new Error(`${operation.name} was answered ${JSON.stringify(refused.body)}.`);
  }
  const firsts = done.filter(({ headers }) => !headers.has("Idempotency-Replayed"));
  if (firsts.length > 1) {
    throw new Error(`${operation.name} was done ${firsts.length} times, say its answers.`);
  }
  const bodies = new Set(done.map(({ body }) => JSON.stringify(body)));
  if (bodies.size > 1)
    throw new Error(`${operation.name} was answered ${[...bodies].join(" and ")}.`);
  const [one] = done;
  if (!one) return { operation, names: [...names], state: "refused" };
  return { operation, names: [...names], state: "acknowledged", answer: one.body };
}
