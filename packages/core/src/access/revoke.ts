import { type Attribution, type RowsOf, update, verb } from "../engine/index.ts";
import { refusalAt } from "../refusal.ts";
import { type Key, keysById } from "./key.ts";

export interface RevokeKeyInput {
  readonly id: number;
}

const load = (inputs: readonly RevokeKeyInput[]) => ({
  keys: keysById({ ids: JSON.stringify(inputs.map(({ id }) => id)) }),
});

interface Decision {
  readonly asserts: readonly [];
  readonly stored: Key;
  readonly revokedAt: number;
}

/** Decides a revocation. Refuses `not_found`. */
function decide(
  { keys }: RowsOf<ReturnType<typeof load>>,
  { id }: RevokeKeyInput,
  by: Attribution,
): Decision {
  const stored = keys.find((key) => key.id === id);
  if (!stored) throw refusalAt("not_found", "/id", `No key has the id ${id}.`);
  return { asserts: [], stored, revokedAt: stored.revokedAt ?? by.at };
}

const write = ({ stored, revokedAt }: Decision) =>
  stored.revokedAt === null ? [update("ApiKey", stored, { revokedAt }, { action: "revoked" })] : [];

const answer = ({ stored, revokedAt }: Decision): Key => ({ ...stored, revokedAt });

/** Revokes a key permanently. A key that was revoked before stays as it is. Source: design 5. */
export const revokeKey = verb({
  conflicts: { of: ["ApiKey/Revoke"], claims: { ApiKey: "" } },
  load,
  decide,
  write,
  answer,
});
